import { hashLine, readAttemptTime } from '@sayback/contract';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createAccessToken } from '../../../api/testing/access-token.ts';
import { type Received, type Reply, startLoopback } from '../../../api/testing/loopback.ts';
import { storeTokens } from '../../../api/tokens.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { sendUnsent } from '../unsent/send-unsent.ts';
import { unsentMarks } from '../unsent/stored.ts';
import { marksOfVideo, saveMarks } from './marks.ts';

const LINE = { video_id: 7, start_ms: 1200, text_hash: hashLine('Un café, por favor.') };
const SAVED = { status: 200, body: { starred: true, hard: false, suspended: false } };
const DOWN = { status: 503, body: {} };

let loopback: Awaited<ReturnType<typeof startLoopback>>;
let respond: (received: Received) => Reply;
beforeEach(async () => {
  localStorage.clear();
  storeTokens({ access: createAccessToken('1'), refresh: 'r' });
  respond = () => SAVED;
  loopback = await startLoopback((received) => respond(received));
});
afterEach(() => loopback.close());

const saved = () => loopback.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);

it('marks made while the server is down are sent later, once each, in the order of the presses', async () => {
  respond = () => DOWN;
  const pressed = [{ starred: true }, { hard: true }, { starred: false }];
  for (const marks of pressed) {
    await saveMarks('1', { ...LINE, ...marks });
    const at = readAttemptTime(unsentMarks.items('1').at(-1) ?? '');
    // Their ids have the order of the milliseconds.
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(at));
  }
  expect(marksOfVideo('1', 7)).toEqual(pressed.map((marks) => ({ ...LINE, ...marks })));
  expect(marksOfVideo('1', 8)).toEqual([]);
  const before = saved().length;
  respond = () => SAVED;
  await sendUnsent('1');
  await sendUnsent('1');
  const { video_id: _, ...line } = LINE;
  expect(saved().slice(before)).toEqual(pressed.map((marks) => ({ ...line, ...marks })));
  expect(unsentMarks.items('1')).toEqual([]);
});

it('marks of a line that is gone are dropped with a message', async () => {
  const report = vi.spyOn(toast, 'failure');
  onTestFinished(() => report.mockRestore());
  respond = () => ({ status: 404, body: { detail: 'Not found.' } });
  await saveMarks('1', { ...LINE, starred: true });
  expect(report).toHaveBeenCalledOnce();
  expect(unsentMarks.items('1')).toEqual([]);
});
