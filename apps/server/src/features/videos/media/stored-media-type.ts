/** Media types by the extensions of storage keys. */
const TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

export const getMediaType = (key: string): string =>
  TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
