import { describe, expect, it } from 'vitest';
import { parseYoutubeId } from './youtube-id.ts';

const ID = 'aB3-_xYz019';

describe('a YouTube video’s id', () => {
  it.each([
    `https://www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com/watch?list=PL123&v=${ID}&t=42s`,
    `http://m.youtube.com/watch?v=${ID}`,
    `https://music.youtube.com/watch?v=${ID}`,
    `https://youtu.be/${ID}`,
    `https://youtu.be/${ID}?si=abcdef&t=3`,
    `https://www.youtube.com/embed/${ID}?rel=0`,
    `https://www.youtube-nocookie.com/embed/${ID}`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://www.youtube.com/live/${ID}?feature=share`,
    `youtube.com/watch?v=${ID}`,
    `  youtu.be/${ID}  `,
  ])('is extracted from %s', (url) => {
    expect(parseYoutubeId(url)).toBe(ID);
  });

  it.each([
    ID,
    '',
    'not an id',
    'https://vimeo.com/watch?v=aB3-_xYz019',
    'https://notyoutube.com/watch?v=aB3-_xYz019',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/@someone',
    'https://www.youtube.com/watch?v=aB3-_xYz0199',
    'https://',
  ])('isn’t extracted from "%s", which stays as typed', (text) => {
    expect(parseYoutubeId(text)).toBe(text);
  });
});
