/** Letters without their accents, all small: who searches for 'cancion' means 'Canción' too. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The videos whose title holds every word, in any order. */
export function findVideos<Video extends { title: string }>(videos: Video[], wanted: string): Video[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return videos.filter(({ title }) => {
    const text = plain(title);
    return words.every((word) => text.includes(word));
  });
}
