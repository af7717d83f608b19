import { describe, expect, it } from 'vitest';
import { findVideos } from './find-videos.ts';

const VIDEOS = ['La canción del mar', 'Ocean song', 'قَهْوَة الصباح'].map((title) => ({ title }));
const titlesFor = (query: string) => findVideos(VIDEOS, query).map(({ title }) => title);

describe('searching videos by title', () => {
  it('finds all videos without a query', () => {
    expect(titlesFor('  ')).toHaveLength(3);
  });

  it.each([
    ['CANCION', 'La canción del mar'],
    ['mar canción', 'La canción del mar'],
    ['son', 'Ocean song'],
    ['قهوة', 'قَهْوَة الصباح'],
  ])('finds titles with %s, ignoring case, accents and order', (query, title) => {
    expect(titlesFor(query)).toEqual([title]);
  });

  it('requires every word', () => {
    expect(titlesFor('ocean mar')).toEqual([]);
  });
});
