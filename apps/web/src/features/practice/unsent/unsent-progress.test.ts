import { practice } from '@sayback/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccessToken } from '../../../api/testing/access-token.ts';
import { type Reply, startLoopback } from '../../../api/testing/loopback.ts';
import { storeTokens } from '../../../api/tokens.ts';
import { readProgress, removeProgress, sendStoredProgress, storeProgress } from './unsent-progress.ts';

const HOUR = 3_600_000;

let loopback: Awaited<ReturnType<typeof startLoopback>>;
let response: Reply;
beforeEach(async () => {
  localStorage.clear();
  storeTokens({ access: createAccessToken('1'), refresh: 'r' });
  response = { status: 200, body: { last_segment: 4 } };
  loopback = await startLoopback(() => response);
});
afterEach(() => loopback.close());

const createProgress = (video_id: number, last_segment: number) => ({
  video_id,
  last_segment,
  alignment_id: 9,
  at: Date.now() - HOUR,
});
const listSent = () =>
  loopback.received.filter(({ path }) => path === practice.saveProgress.path).map(({ body }) => body);

describe('unsaved progress', () => {
  it('is sent later, once, with the last position of each video', async () => {
    for (const progress of [createProgress(3, 1), createProgress(3, 4), createProgress(5, 2)])
      storeProgress('1', progress);
    await sendStoredProgress('1');
    await sendStoredProgress('1');
    expect(listSent()).toMatchObject([
      { video_id: 3, last_segment: 4 },
      { video_id: 5, last_segment: 2 },
    ]);
  });

  it('is sent with its age', async () => {
    storeProgress('1', createProgress(3, 4));
    await sendStoredProgress('1');
    const [body] = listSent() as { age_ms: number }[];
    expect(body?.age_ms).toBeGreaterThanOrEqual(HOUR);
    expect(body?.age_ms).toBeLessThan(HOUR + 60_000);
    expect(body).not.toHaveProperty('at');
  });

  it('stays on the device while the server is unavailable', async () => {
    storeProgress('1', createProgress(3, 4));
    response = { status: 503, body: {} };
    await sendStoredProgress('1');
    expect(readProgress('1', 3)).toMatchObject({ last_segment: 4 });
    response = { status: 200, body: { last_segment: 4 } };
    await sendStoredProgress('1');
    expect(readProgress('1', 3)).toBeUndefined();
  });

  it('is dropped if its video was deleted', async () => {
    storeProgress('1', createProgress(3, 4));
    response = { status: 404, body: { detail: 'Not found.' } };
    await sendStoredProgress('1');
    expect(readProgress('1', 3)).toBeUndefined();
  });

  it('isn’t sent for another account', async () => {
    storeProgress('1', createProgress(3, 4));
    await sendStoredProgress('12');
    expect(listSent()).toEqual([]);
    expect(readProgress('12', 3)).toBeUndefined();
  });

  it('isn’t removed when an earlier position is saved', () => {
    storeProgress('1', createProgress(3, 5));
    removeProgress('1', createProgress(3, 4));
    expect(readProgress('1', 3)).toMatchObject({ last_segment: 5 });
  });
});
