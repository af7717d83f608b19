import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildUrl, type Endpoint, practice, subtitles, videos } from '@sayback/contract';

type Input = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: object;
  headers?: Record<string, string>;
  /** Source address: on Linux, any in 127.0.0.0/8. */
  from?: string;
};
export type Response = { status: number; headers: IncomingMessage['headers']; body: string };

/** Calls an endpoint on a new connection, and returns any response. Throws without one. */
export function callOnce(url: string, token: string | null, endpoint: Endpoint, input: Input = {}) {
  const { params, query, body, headers, from } = input;
  return new Promise<Response>((resolve, reject) => {
    const outgoing = request(url + buildUrl(endpoint.path, params, query), {
      method: endpoint.method,
      agent: false,
      ...(from && { localAddress: from }),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    outgoing.end(body && JSON.stringify(body));
  });
}

export type TrafficError = { at: number; what: 'save' | 'read'; said: string };

export type Traffic = {
  /** Returns the number of successful calls. */
  reads: () => number;
  saves: () => number;
  errors: TrafficError[];
  /** Last acknowledged position by learner number. */
  acknowledged: Map<number, number>;
  /** Positions by learner number that were sent later and not acknowledged. They may be stored. */
  unconfirmed: Map<number, Set<number>>;
  stop: () => Promise<void>;
};

type PracticeTarget = { videoId: number; alignmentId: number; segments: number };

/**
 * Simulates learners, each with one loop that saves positions and one that reads. `pauseMs` is the pause between two calls of a
 * loop.
 */
export function startTraffic(
  url: string,
  tokens: readonly string[],
  { videoId, alignmentId, segments }: PracticeTarget,
  pauseMs: number,
): Traffic {
  let reads = 0;
  let saves = 0;
  let isStopped = false;
  const errors: TrafficError[] = [];
  const acknowledged = new Map<number, number>();
  const unconfirmed = new Map<number, Set<number>>();
  const fail = (what: TrafficError['what'], message: string) =>
    errors.push({ at: Date.now(), what, said: message });

  async function saveContinuously(learner: number, token: string): Promise<void> {
    for (let segment = 0; !isStopped; segment = (segment + 1) % segments) {
      const body = { video_id: videoId, last_segment: segment, alignment_id: alignmentId };
      const response = await callOnce(url, token, practice.saveProgress, { body }).catch(
        (error: Error) => error,
      );
      if ('status' in response && response.status === 200) {
        saves += 1;
        acknowledged.set(learner, segment);
        unconfirmed.delete(learner);
      } else {
        unconfirmed.set(learner, (unconfirmed.get(learner) ?? new Set()).add(segment));
        fail('save', 'status' in response ? `${response.status} ${response.body}` : response.message);
      }
      await sleep(pauseMs);
    }
  }

  async function readContinuously(token: string): Promise<void> {
    const calls: [Endpoint, Input][] = [
      [videos.listVideos, {}],
      [subtitles.listSegments, { params: { id: alignmentId } }],
      [practice.getProgress, { params: { id: videoId } }],
    ];
    for (let turn = 0; !isStopped; turn += 1) {
      const [endpoint, input] = calls[turn % calls.length] as [Endpoint, Input];
      const response = await callOnce(url, token, endpoint, input).catch((error: Error) => error);
      if ('status' in response && response.status === 200) reads += 1;
      else fail('read', 'status' in response ? `${response.status} ${response.body}` : response.message);
      await sleep(pauseMs);
    }
  }

  const loops = tokens.flatMap((token, learner) => [
    saveContinuously(learner, token),
    readContinuously(token),
  ]);
  return {
    reads: () => reads,
    saves: () => saves,
    errors,
    acknowledged,
    unconfirmed,
    stop: async () => {
      isStopped = true;
      await Promise.all(loops);
    },
  };
}

/** Describes learners whose stored position is neither the last acknowledged nor an unconfirmed one. */
export async function findLostProgress(
  url: string,
  tokens: readonly string[],
  videoId: number,
  { acknowledged, unconfirmed }: Pick<Traffic, 'acknowledged' | 'unconfirmed'>,
): Promise<string[]> {
  const lostLearners: string[] = [];
  for (const [learner, expected] of acknowledged) {
    const response = await callOnce(url, tokens[learner] ?? null, practice.getProgress, {
      params: { id: videoId },
    });
    const { last_segment: stored } = JSON.parse(response.body) as { last_segment?: number };
    if (stored !== expected && !unconfirmed.get(learner)?.has(stored ?? -1)) {
      lostLearners.push(
        `learner ${learner}: ${expected} was acknowledged, ${stored ?? response.status} is stored`,
      );
    }
  }
  return lostLearners;
}
