import { saveTypedText } from './typed-text.ts';

const KEY = 'reloaded_at';
/** Minimum time between reloads: if a page fails again sooner, reloading doesn't help. */
const AGAIN_AFTER_MS = 60_000;

/** Returns true if the server responds to a request for the page. */
export const isReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Reloads the page if the server is reachable, keeping typed input: after a deployment the old code is gone. Returns false, and
 * does nothing, while offline or if it was tried just now.
 */
export async function reloadOnce(reload = () => window.location.reload()): Promise<boolean> {
  const last = Number(sessionStorage.getItem(KEY));
  if (!navigator.onLine || Date.now() - last < AGAIN_AFTER_MS || !(await isReachable())) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  saveTypedText();
  reload();
  return true;
}
