import { videos } from '@sayback/contract';

/** Hosts whose URLs identify a video: youtube.com with m., www. and music., youtube-nocookie.com, youtu.be. */
const HOST = /^(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be)$/;

/** Path segments before the id. */
const BEFORE_ID = new Set(['embed', 'shorts', 'live', 'v', 'e']);

function getAddress(text: string): URL | null {
  if (!/[./]/.test(text)) return null;
  try {
    return new URL(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  } catch {
    return null;
  }
}

function idIn({ hostname, pathname, searchParams }: URL): string | undefined {
  const [first = '', second] = pathname.split('/').filter(Boolean);
  if (hostname.endsWith('youtu.be')) return first;
  if (BEFORE_ID.has(first)) return second;
  return searchParams.get('v') ?? undefined;
}

/** Returns the id in a YouTube URL; any other text unchanged. */
export function parseYoutubeId(text: string): string {
  const address = getAddress(text.trim());
  if (!address || !HOST.test(address.hostname)) return text;
  const id = idIn(address);
  return id && videos.YOUTUBE_ID.test(id) ? id : text;
}
