import { saveTypedText } from './typed-text.ts';

const STORAGE_KEY = 'reloaded_at';
/** Minimum time between reloads. If the page fails again sooner, reloading doesn't help. */
const MIN_INTERVAL_MS = 60_000;

/** Returns true if the server responds to a request for the page. */
export const isReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Reloads the page, with its typed input, after a deployment has removed the old code. Returns false, and
 * does nothing, if the server is unreachable or the page was reloaded just now.
 */
export async function reloadOnce(reload = () => window.location.reload()): Promise<boolean> {
  const last = Number(sessionStorage.getItem(STORAGE_KEY));
  if (!navigator.onLine || Date.now() - last < MIN_INTERVAL_MS || !(await isReachable())) return false;
  sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
  saveTypedText();
  reload();
  return true;
}
