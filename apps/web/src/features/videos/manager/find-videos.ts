import { foldText } from '../../../ui/fold-text.ts';

/** Returns the videos whose title contains every word, in any order. */
export function findVideos<Video extends { title: string }>(videos: Video[], query: string): Video[] {
  const words = foldText(query).split(' ').filter(Boolean);
  return videos.filter(({ title }) => {
    const text = foldText(title);
    return words.every((word) => text.includes(word));
  });
}
