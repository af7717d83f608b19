import { practice, videos } from '@sayback/contract';
import { thumbnailUrl } from '../ui/thumbnail-url.ts';

/** Pictures visible on a phone without scrolling. */
const MAX_PICTURES = 2;

/** Reads a response that src/start.ts requested, without consuming it. */
async function readPrefetched(matches: (path: string) => boolean) {
  const entry = [...(window.prefetched?.responses ?? [])].find(([path]) => matches(path));
  const response = await entry?.[1];
  return response?.ok ? response.clone().json() : null;
}

/**
 * Requests home's first pictures while the app is still rendering and the network is idle. The elements that show them get them
 * from the browser's cache.
 */
export async function requestFirstPictures(): Promise<void> {
  const [lastPractised, list] = await Promise.all([
    readPrefetched((path) => path === practice.getLastPractised.path),
    readPrefetched((path) => path.startsWith(`${videos.listVideos.path}?`)),
  ]);
  const listed: (videos.Video | undefined)[] = [lastPractised?.last?.video, ...(list?.results ?? [])];
  for (const video of listed.filter((video) => video !== undefined).slice(0, MAX_PICTURES)) {
    const url = thumbnailUrl(video);
    if (url) new Image().src = url;
  }
}
