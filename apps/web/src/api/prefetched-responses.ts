/** Answers that public/start.js asked for before the app had come, by path; null where none came. */
type Prefetched = { token: string; answers: Map<string, Promise<Response | null>> };

declare global {
  interface Window {
    prefetched?: Prefetched;
  }
}

/** That long after the page was opened an answer that nobody has taken is out of date; milliseconds. */
const FRESH_MS = 30_000;

/** The answer to a GET that is there already or on its way. It is given out once, to whom it was asked for. */
export function takePrefetched(
  path: string,
  token: string | null,
  now = performance.now(),
): Promise<Response | null> | undefined {
  const first = window.prefetched;
  if (!first || first.token !== token || now > FRESH_MS) return undefined;
  const answer = first.answers.get(path);
  first.answers.delete(path);
  return answer;
}
