import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildUrl, type Endpoint, practice, subtitles, videos } from '@sayback/contract';

type Input = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: object;
  headers?: Record<string, string>;
  /** The call's local source address: any of 127.0.0.0/8 on Linux. */
  from?: string;
};
export type Answer = { status: number; headers: IncomingMessage['headers']; body: string };

/** Calls an endpoint on a new connection; returns any response, and throws without one. */
export function callOnce(url: string, token: string | null, declared: Endpoint, input: Input = {}) {
  const { params, query, body, headers, from } = input;
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url + buildUrl(declared.path, params, query), {
      method: declared.method,
      agent: false,
      ...(from && { localAddress: from }),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    sent.end(body && JSON.stringify(body));
  });
}

export type TrafficError = { at: number; what: 'save' | 'read'; said: string };

export type Traffic = {
  /** Numbers of successful calls. */
  reads: () => number;
  saves: () => number;
  errors: TrafficError[];
  /** The last acknowledged position, by learner number. */
  acknowledged: Map<number, number>;
  /** By learner number: positions sent since, which may or may not be stored. */
  unsure: Map<number, Set<number>>;
  stop: () => Promise<void>;
};

type Practised = { videoId: number; alignmentId: number; segments: number };

/**
 * Simulates learners: each saves its position repeatedly, while another loop reads with the same token. So there are never more
 * calls of either kind in flight than learners. `pauseMs` is the pause between two calls.
 */
export function startTraffic(
  url: string,
  tokens: readonly string[],
  { videoId, alignmentId, segments }: Practised,
  pauseMs: number,
): Traffic {
  let reads = 0;
  let saves = 0;
  let isOver = false;
  const errors: TrafficError[] = [];
  const acknowledged = new Map<number, number>();
  const unsure = new Map<number, Set<number>>();
  const fail = (what: TrafficError['what'], message: string) =>
    errors.push({ at: Date.now(), what, said: message });

  async function saveContinuously(learner: number, token: string): Promise<void> {
    for (let segment = 0; !isOver; segment = (segment + 1) % segments) {
      const body = { video_id: videoId, last_segment: segment, alignment_id: alignmentId };
      const answer = await callOnce(url, token, practice.saveProgress, { body }).catch(
        (error: Error) => error,
      );
      if ('status' in answer && answer.status === 200) {
        saves += 1;
        acknowledged.set(learner, segment);
        unsure.delete(learner);
      } else {
        unsure.set(learner, (unsure.get(learner) ?? new Set()).add(segment));
        fail('save', 'status' in answer ? `${answer.status} ${answer.body}` : answer.message);
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
    for (let turn = 0; !isOver; turn += 1) {
      const [declared, input] = calls[turn % calls.length] as [Endpoint, Input];
      const answer = await callOnce(url, token, declared, input).catch((error: Error) => error);
      if ('status' in answer && answer.status === 200) reads += 1;
      else fail('read', 'status' in answer ? `${answer.status} ${answer.body}` : answer.message);
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
    unsure,
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

/** Returns learners whose position is neither the last acknowledged one nor a later one without a response. */
export async function lostProgress(
  url: string,
  tokens: readonly string[],
  videoId: number,
  { acknowledged, unsure }: Pick<Traffic, 'acknowledged' | 'unsure'>,
): Promise<string[]> {
  const lost: string[] = [];
  for (const [learner, expected] of acknowledged) {
    const answer = await callOnce(url, tokens[learner] ?? null, practice.getProgress, {
      params: { id: videoId },
    });
    const { last_segment: stored } = JSON.parse(answer.body) as { last_segment?: number };
    if (stored !== expected && !unsure.get(learner)?.has(stored ?? -1)) {
      lost.push(`learner ${learner}: ${expected} was acknowledged, ${stored ?? answer.status} is kept`);
    }
  }
  return lost;
}
