import { videos } from '@sayback/contract';

/** Hosts of video URLs: youtube.com with any subdomain, youtube-nocookie.com, youtu.be. */
const HOST = /^(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be)$/;

/** Path segments before the id. */
const BEFORE_ID = new Set(['embed', 'shorts', 'live', 'v', 'e']);

function parseUrl(text: string): URL | null {
  if (!/[./]/.test(text)) return null;
  try {
    return new URL(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  } catch {
    return null;
  }
}

function findId({ hostname, pathname, searchParams }: URL): string | undefined {
  const [first = '', second] = pathname.split('/').filter(Boolean);
  if (hostname.endsWith('youtu.be')) return first;
  if (BEFORE_ID.has(first)) return second;
  return searchParams.get('v') ?? undefined;
}

/** Extracts the id from a YouTube URL. Returns any other text unchanged. */
export function parseYoutubeId(text: string): string {
  const url = parseUrl(text.trim());
  if (!url || !HOST.test(url.hostname)) return text;
  const id = findId(url);
  return id && videos.YOUTUBE_ID.test(id) ? id : text;
}
