import { practice, videos } from '@sayback/contract';
import { thumbnailUrl } from '../ui/thumbnail-url.ts';

/** Pictures visible on a phone without scrolling. */
const MOST = 2;

/** Reads a response that src/start.ts requested, without consuming it. */
async function prefetched(isPath: (path: string) => boolean) {
  const found = [...(window.prefetched?.responses ?? [])].find(([path]) => isPath(path));
  const response = await found?.[1];
  return response?.ok ? response.clone().json() : null;
}

/**
 * Requests the first pictures of home while the app is still rendering and the network is idle. The elements that show them
 * request them again, and get them from the browser's memory.
 */
export async function requestFirstPictures(): Promise<void> {
  const [left, list] = await Promise.all([
    prefetched((path) => path === practice.getLastPractised.path),
    prefetched((path) => path.startsWith(`${videos.listVideos.path}?`)),
  ]);
  const shown: (videos.Video | undefined)[] = [left?.last?.video, ...(list?.results ?? [])];
  for (const video of shown.filter((video) => video !== undefined).slice(0, MOST)) {
    const address = thumbnailUrl(video);
    if (address) new Image().src = address;
  }
}
