/**
 * Runs before the first paint and before the app has loaded. Built as a separate classic script, /start.js, because the content
 * security policy forbids inline scripts.
 */
import { accessToken, isExpired } from './api/tokens.ts';
import { acceptedLanguages } from './locales/accepted-languages.ts';
import { followContrast } from './ui/contrast.ts';

/** Set by build/first-visit.ts. */
declare const FIRST_CALLS: { pattern: string; calls: string[]; hasPicture: boolean }[];

type VideoPicture = { youtube_id: string | null; media_type: string | null; thumbnail_url: string | null };

/** Applies the stored colour scheme, so that a dark page never flashes white. */
function applyColorScheme(): void {
  const chosen = localStorage.getItem('color_scheme');
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
}

/**
 * Sends the first requests of home, a practice page or an editor while the app's code is still loading, which takes a second on
 * a slow network. The app's own calls use the responses (api/prefetched-responses.ts). Prefetches nothing with an expired token,
 * which the app has to renew first.
 */
function prefetch(): void {
  const url = location.pathname + location.search;
  const screen = FIRST_CALLS.find(({ pattern }) => new RegExp(pattern).test(url));
  const token = accessToken();
  if (!screen || !token || isExpired(token)) return;
  const [, id = ''] = new RegExp(screen.pattern).exec(url) ?? [];
  const headers = { authorization: `Bearer ${token}`, 'accept-language': acceptedLanguages().join() };
  const send = (path: string) => fetch(path, { headers }).catch(() => null);
  // The first path is the video's, for its picture: later requests wait while the connections are in use.
  const paths = screen.calls.map((path) => path.replace('{id}', id));
  const responses = new Map(paths.map((path) => [path, send(path)]));
  window.prefetched = { token, responses };
  if (!screen.hasPicture) return;
  void responses.get(paths[0] ?? '')?.then(async (response) => {
    if (response?.ok) showPicture(await response.clone().json());
  });
}

/** Shows the video's picture where the app will show it (ui/global.css), unless the app has already rendered. */
function showPicture({ youtube_id, media_type, thumbnail_url }: VideoPicture): void {
  const root = document.getElementById('root');
  const hasThumbnail = youtube_id === null && !media_type?.startsWith('audio/') && thumbnail_url;
  if (!hasThumbnail || !root || root.hasChildNodes()) return;
  const picture = new Image();
  picture.id = 'first-picture';
  picture.alt = '';
  picture.fetchPriority = 'high';
  picture.src = thumbnail_url;
  root.after(picture);
}

applyColorScheme();
followContrast();
prefetch();
