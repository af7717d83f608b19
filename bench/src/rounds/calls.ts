import { signAccessToken } from '../library/access-token.ts';
import { FIRST_LEARNER, LISTED_VIDEOS } from '../library/fill-library.ts';
import { PUBLIC_HOST } from '../library/open-library.ts';
import type { Request } from '../wire/connection.ts';

/** Size of the library. The calls iterate over it in the same order on every server. */
export type Around = { videos: number; segmentsEach: number; learners: number };

const PAGE_SIZE = 20;
export const CALLS = ['a page of segments', 'the list of videos', 'one video', 'saving progress'] as const;
export type CallName = (typeof CALLS)[number];

const tokens = new Map<number, string>();

/** Returns a request's head. A token identifies the learner; for the bare server, which reads no tokens, a header does. */
export function requestHead(method: string, path: string, learner: number): string {
  const token = tokens.get(learner) ?? signAccessToken(learner);
  tokens.set(learner, token);
  return (
    `${method} ${path} HTTP/1.1\r\nhost: ${PUBLIC_HOST}\r\naccept: application/json\r\n` +
    `authorization: Bearer ${token}\r\nx-learner: ${learner}\r\n`
  );
}

/** Returns the `turn`th request of a kind. Learner, video, page and position differ each time, but not between runs. */
export function makeRequest(
  call: CallName,
  turn: number,
  { videos, segmentsEach, learners }: Around,
): Request {
  const learner = FIRST_LEARNER + (turn % learners);
  // Steps coprime with the numbers of items reach all of them.
  const video = 1 + ((turn * 7919) % videos);
  const page = 1 + ((turn * 31) % Math.ceil(segmentsEach / PAGE_SIZE));
  if (call === 'a page of segments') {
    return { head: requestHead('GET', `/api/alignments/${video}/segments/?page=${page}`, learner) };
  }
  if (call === 'the list of videos')
    return { head: requestHead('GET', '/api/videos/?practisable=true', learner) };
  if (call === 'one video') return { head: requestHead('GET', `/api/videos/${video}/`, learner) };
  const saved = videos - (turn % Math.min(videos, LISTED_VIDEOS));
  return {
    head: requestHead('POST', '/api/videos/progress/save/', learner),
    body: JSON.stringify({
      video_id: saved,
      last_segment: (turn * 13) % segmentsEach,
      alignment_id: saved,
    }),
  };
}
