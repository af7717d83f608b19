import { hashLine, readAttemptTime } from '@sayback/contract';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createAccessToken } from '../../../api/testing/access-token.ts';
import { type Received, type Reply, startLoopback } from '../../../api/testing/loopback.ts';
import { storeTokens } from '../../../api/tokens.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { sendUnsent } from '../unsent/send-unsent.ts';
import { unsentMarks } from '../unsent/unsent-storage.ts';
import { listUnsentMarks, saveMarks } from './marks.ts';

const LINE = { video_id: 7, start_ms: 1200, text_hash: hashLine('Un café, por favor.') };
const SAVED = { status: 200, body: { starred: true, hard: false, suspended: false } };
const UNAVAILABLE = { status: 503, body: {} };

let loopback: Awaited<ReturnType<typeof startLoopback>>;
let respond: (received: Received) => Reply;
beforeEach(async () => {
  localStorage.clear();
  storeTokens({ access: createAccessToken('1'), refresh: 'r' });
  respond = () => SAVED;
  loopback = await startLoopback((received) => respond(received));
});
afterEach(() => loopback.close());

const listSaved = () => loopback.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);

it('marks set while the server is unavailable are sent later, once each, in their order', async () => {
  respond = () => UNAVAILABLE;
  const changes = [{ starred: true }, { hard: true }, { starred: false }];
  for (const marks of changes) {
    await saveMarks('1', { ...LINE, ...marks });
    const at = readAttemptTime(unsentMarks.items('1').at(-1) ?? '');
    // Ids are ordered by millisecond.
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(at));
  }
  expect(listUnsentMarks('1', 7)).toEqual(changes.map((marks) => ({ ...LINE, ...marks })));
  expect(listUnsentMarks('1', 8)).toEqual([]);
  const before = listSaved().length;
  respond = () => SAVED;
  await sendUnsent('1');
  await sendUnsent('1');
  const { video_id: _, ...line } = LINE;
  expect(listSaved().slice(before)).toEqual(changes.map((marks) => ({ ...line, ...marks })));
  expect(unsentMarks.items('1')).toEqual([]);
});

it('marks of a deleted line are dropped with a message', async () => {
  const report = vi.spyOn(toast, 'failure');
  onTestFinished(() => report.mockRestore());
  respond = () => ({ status: 404, body: { detail: 'Not found.' } });
  await saveMarks('1', { ...LINE, starred: true });
  expect(report).toHaveBeenCalledOnce();
  expect(unsentMarks.items('1')).toEqual([]);
});
