import { setTimeout as sleep } from 'node:timers/promises';
import { signAccessToken } from '../library/access-token.ts';
import { PUBLIC_HOST } from '../library/open-library.ts';
import { type Connection, openConnection } from '../wire/connection.ts';
import type { Action, CrowdOrder, LearnerPosition } from './crowd-messages.ts';

/** Intervals as of the player during practice, which saves the position and loads media in chunks. */
const SAVE_INTERVAL_MS = 5000;
const MEDIA_INTERVAL_MS = 8000;
const MIN_RANGE = 256 * 1024;
const MAX_RANGE = 1024 * 1024;
/** Minimum time with a video. The maximum is twice as long. */
const STAY_MS = 90_000;

/** Outcome of one request. Status 0 is a broken connection or a timeout. */
export type Outcome = { action: Action; status: number; took: number; canWait: boolean; error?: string };

type Watch = { report: (outcome: Outcome) => void; hasLeft: () => boolean };

/** Simulates a learner in a browser, with a connection for calls and another for media. */
export function createLearner(id: number, order: CrowdOrder, { report, hasLeft }: Watch) {
  const calls = openConnection(order.target);
  const media = openConnection(order.target);
  const positions = new Map<number, LearnerPosition>();
  const common = `host: ${PUBLIC_HOST}\r\naccept: */*\r\n`;
  const signedIn = `${common}accept-encoding: gzip, deflate, br\r\nauthorization: Bearer ${signAccessToken(id)}\r\n`;
  let position = id % order.segmentsEach;

  async function send(
    connection: Connection,
    action: Action,
    head: string,
    { body, isRead = false }: { body?: string; isRead?: boolean } = {},
  ) {
    const before = performance.now();
    try {
      const response = await connection.send({ head, ...(body !== undefined && { body }) }, isRead);
      const took = performance.now() - before;
      const wait = Number(response.headers.get('retry-after') ?? 0);
      report({ action, status: response.status, took, canWait: wait > 0 });
      return { ...response, wait };
    } catch (error) {
      if (!hasLeft()) {
        const took = performance.now() - before;
        report({ action, status: 0, took, canWait: false, error: (error as Error).message });
      }
      return { status: 0, wait: 1, body: Buffer.alloc(0) };
    }
  }

  const get = (action: Action, path: string, isRead = false) =>
    send(
      calls,
      action,
      `GET ${path} HTTP/1.1\r\n${isRead ? signedIn.replace(/accept-enc.*\r\n/, '') : signedIn}`,
      {
        isRead,
      },
    );

  /** Retries until a 200. Waits for the Retry-After, with some jitter. */
  async function retryUntilDone(request: () => Promise<{ status: number; wait: number; body: Buffer }>) {
    for (;;) {
      const response = await request();
      if (response.status === 200 || hasLeft()) return response;
      await sleep(Math.max(1, response.wait) * 1000 * (1 + Math.random()));
    }
  }

  async function openVideo(video: number): Promise<string> {
    const { body } = await retryUntilDone(() => get('one video', `/api/videos/${video}/`, true));
    await retryUntilDone(() => get('its subtitles', `/api/videos/${video}/subtitles/`));
    await retryUntilDone(() => get('all its segments', `/api/alignments/${video}/segments/?all=true`));
    await retryUntilDone(() => get('preferences', '/api/accounts/preferences/'));
    return hasLeft() ? '' : String(JSON.parse(body.toString()).media_url);
  }

  async function save(video: number): Promise<void> {
    position = (position + 1) % order.segmentsEach;
    const recorded = positions.get(video) ?? { learner: id, video, acknowledged: null, unacknowledged: [] };
    positions.set(video, recorded);
    const sent = position;
    recorded.unacknowledged.push(sent);
    const body = JSON.stringify({ video_id: video, last_segment: sent, alignment_id: video });
    const head = `POST /api/videos/progress/save/ HTTP/1.1\r\n${signedIn}`;
    const { status } = await send(calls, 'saving progress', head, { body });
    if (status !== 200) return;
    recorded.acknowledged = sent;
    recorded.unacknowledged = [];
  }

  async function watchRange(url: string): Promise<void> {
    const size = MIN_RANGE + Math.floor(Math.random() * (MAX_RANGE - MIN_RANGE));
    const start = Math.floor(Math.random() * (order.mediaBytes - size));
    const head = `GET ${url} HTTP/1.1\r\n${common}range: bytes=${start}-${start + size - 1}\r\n`;
    await send(media, 'a range of media', head);
  }

  /** Repeats work at fixed times, regardless of its duration. Skips missed times. */
  async function repeat(everyMs: number, until: number, work: () => Promise<void>): Promise<void> {
    let next = performance.now() + Math.random() * everyMs;
    while (next < until && !hasLeft()) {
      await sleep(Math.max(0, next - performance.now()));
      if (hasLeft()) return;
      await work();
      next += everyMs * Math.max(1, Math.ceil((performance.now() - next) / everyMs));
    }
  }

  return {
    async practise(): Promise<void> {
      await sleep(Math.random() * order.arriveMs);
      while (!hasLeft()) {
        const video = order.videos[Math.floor(Math.random() * order.videos.length)] as number;
        const url = await openVideo(video);
        const until = performance.now() + STAY_MS * (1 + Math.random());
        await Promise.all([
          repeat(SAVE_INTERVAL_MS, until, () => save(video)),
          repeat(MEDIA_INTERVAL_MS, until, () => watchRange(url)),
        ]);
      }
    },
    leave: () => {
      calls.close();
      media.close();
      return [...positions.values()];
    },
  };
}
