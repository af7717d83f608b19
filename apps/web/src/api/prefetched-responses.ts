/** Responses that src/start.ts requested before the app had loaded, by path; null after a failure. */
type Prefetched = { token: string; responses: Map<string, Promise<Response | null>> };

declare global {
  interface Window {
    prefetched?: Prefetched;
  }
}

/** Maximum age of a prefetched response, counted from the page's opening, in milliseconds. */
const MAX_AGE_MS = 30_000;

/** Drops the prefetched response to a GET. Call it before a request that changes the resource. */
export const dropPrefetched = (path: string) => window.prefetched?.responses.delete(path);

/** Returns the prefetched response to a GET, or undefined. Each is returned only once, and only for its token. */
export function takePrefetched(
  path: string,
  token: string | null,
  now = performance.now(),
): Promise<Response | null> | undefined {
  const { prefetched } = window;
  if (!prefetched || prefetched.token !== token || now > MAX_AGE_MS) return undefined;
  const response = prefetched.responses.get(path);
  prefetched.responses.delete(path);
  return response;
}
