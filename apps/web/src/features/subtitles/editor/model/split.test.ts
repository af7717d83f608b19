import { parsePosition } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { segment } from '../testing/segments.ts';
import { type Caret, type Languages, NO_SURROUNDINGS, type Surroundings, splitSegment } from './split.ts';
import type { Segment } from './unsaved.ts';

const splitParts = (row: Segment, caret: Caret, languages: Languages, surroundings?: Surroundings) =>
  splitSegment(row, caret, languages, surroundings)?.parts ?? null;

const LANGUAGES = { original: 'es', target: 'en' };

describe('splitting a segment', () => {
  const segmentToSplit = segment(1, {
    start_time: '00:00:10.000',
    end_time: '00:00:14.000',
    text_original: 'Hola amigo. Buenos días.',
    text_target: 'Hello my friend. Good morning.',
    mismatch: true,
    label: '2-2',
  });

  it('splits the text at the caret, and the other text at the matching word', () => {
    const parts = splitParts(segmentToSplit, { field: 'text_original', at: 11 }, LANGUAGES);
    expect(parts?.map(({ text_original }) => text_original)).toEqual(['Hola amigo.', 'Buenos días.']);
    expect(parts?.map(({ text_target }) => text_target)).toEqual(['Hello my friend.', 'Good morning.']);
  });

  it('splits at a caret in the translation too', () => {
    const parts = splitParts(segmentToSplit, { field: 'text_target', at: 16 }, LANGUAGES);
    expect(parts?.map(({ text_original }) => text_original)).toEqual(['Hola amigo.', 'Buenos días.']);
  });

  it('moves the opening punctuation of a question to the second part', () => {
    const row = {
      ...segmentToSplit,
      text_original: 'Ufff... it’s so windy... ...and why can I see Komona',
      text_target: '¡Cómo corre el viento!... ...¿y por qué puedo ver Komona',
    };
    const parts = splitParts(row, { field: 'text_original', at: 25 }, { original: 'en', target: 'es' });
    expect(parts?.map(({ text_target }) => text_target)).toEqual([
      '¡Cómo corre el viento!...',
      '...¿y por qué puedo ver Komona',
    ]);
  });

  it('splits both texts and the times where the files’ cues end', () => {
    const cues = {
      original: [
        { start: 10_000, end: 11_300, text: 'Hola amigo.' },
        { start: 12_100, end: 14_000, text: 'Buenos días.' },
      ],
      target: [
        { start: 10_050, end: 11_000, text: 'Hello my friend.' },
        { start: 11_000, end: 14_000, text: 'Good morning.' },
      ],
    };
    const parts = splitParts(segmentToSplit, { field: 'text_original', at: 12 }, LANGUAGES, {
      ...NO_SURROUNDINGS,
      cues,
    });
    expect(parts?.[0]).toMatchObject({ end_time: '00:00:11.300', text_target: 'Hello my friend.' });
    expect(parts?.[1]).toMatchObject({ start_time: '00:00:12.100', text_original: 'Buenos días.' });
  });

  it('splits the times at the border of the translation’s cues, even if its file has other times', () => {
    const cues = {
      original: [{ start: 10_000, end: 14_000, text: 'Hola amigo. Buenos días.' }],
      target: [
        { start: 60_000, end: 61_600, text: 'Hello my friend.' },
        { start: 62_100, end: 64_000, text: 'Good morning.' },
      ],
    };
    const parts = splitParts(segmentToSplit, { field: 'text_original', at: 11 }, LANGUAGES, {
      ...NO_SURROUNDINGS,
      cues,
    });
    // Near the border of the cues. In proportion to the letters, it would be at 1.5 seconds.
    const end = parsePosition(parts?.[0].end_time ?? '') ?? 0;
    const start = parsePosition(parts?.[1].start_time ?? '') ?? 0;
    expect(Math.abs(end - 11_600)).toBeLessThan(100);
    expect(start - end).toBe(500);
  });

  it('splits the times in proportion to the text if no cue ends there', () => {
    const row = { ...segmentToSplit, text_original: 'aaa b' };
    const parts = splitParts(row, { field: 'text_original', at: 3 }, LANGUAGES);
    expect(parts?.[0].end_time).toBe('00:00:13.000');
    expect(parts?.[1]).toMatchObject({ start_time: '00:00:13.000', end_time: '00:00:14.000' });
  });

  describe('with the caret near the end of a cue', () => {
    const row = {
      ...segmentToSplit,
      text_original: 'Vamos a la casa grande',
      text_target: 'To the big house',
    };
    const cues = {
      original: [
        { start: 10_000, end: 13_200, text: 'Vamos a la casa' },
        { start: 13_300, end: 14_000, text: 'grande' },
      ],
      target: [],
    };
    it.each([
      ['at the first letter of the last word before a cue’s border', 12],
      ['in the middle of that word', 13],
      ['in the first word after the border', 18],
    ])('%s uses the border’s times', (_, at) => {
      const parts = splitParts(row, { field: 'text_original', at }, LANGUAGES, { ...NO_SURROUNDINGS, cues });
      expect(parts?.[0]).toMatchObject({ end_time: '00:00:13.200', text_original: 'Vamos a la casa' });
      expect(parts?.[1].start_time).toBe('00:00:13.300');
    });

    it.each([
      ['before the last word', 10],
      ['in the word before that', 9],
    ])('%s ignores the border', (_, at) => {
      const parts = splitParts(row, { field: 'text_original', at }, LANGUAGES, { ...NO_SURROUNDINGS, cues });
      expect(parts?.[0].text_original).not.toBe('Vamos a la casa');
    });
  });

  it('splits the other text at the end of its sentence, not at the end of a cue nearby', () => {
    const row = {
      ...segmentToSplit,
      text_original: 'Ufff... it’s so windy... ...and why can I see Komona through the window?',
      text_target: '¡Cómo corre el viento!... ...¿y por qué veo Komona por la ventana?',
    };
    const cues = {
      original: [
        { start: 10_000, end: 11_500, text: 'Ufff... it’s so windy...' },
        { start: 11_600, end: 14_000, text: '...and why can I see Komona through the window?' },
      ],
      target: [
        { start: 10_000, end: 11_000, text: '¡Cómo corre' },
        { start: 11_100, end: 14_000, text: 'el viento!... ...¿y por qué veo Komona por la ventana?' },
      ],
    };
    const parts = splitParts(
      row,
      { field: 'text_original', at: 25 },
      { original: 'en', target: 'es' },
      { ...NO_SURROUNDINGS, cues },
    );
    expect(parts?.[0].text_target).toBe('¡Cómo corre el viento!...');
  });

  it.each([
    ['a word', 'Hola amigo mío buenos días', 'Hello my friend good morning', 14],
    [
      'a sentence that is much longer in one text',
      'Hola. Buenos días amigo.',
      'Hello there my friend. Good morning.',
      5,
    ],
  ])('keeps the mismatch flag of both parts if they are split at %s', (_, text_original, text_target, at) => {
    const row = { ...segmentToSplit, text_original, text_target };
    const parts = splitParts(row, { field: 'text_original', at }, LANGUAGES);
    expect(parts?.map(({ mismatch }) => mismatch)).toEqual([true, true]);
    const sure = splitParts({ ...row, mismatch: false }, { field: 'text_original', at }, LANGUAGES);
    expect(sure?.map(({ mismatch }) => mismatch)).toEqual([false, false]);
  });

  it('updates the aligner’s label and the mismatch flag, and keeps an editor’s label', () => {
    const parts = splitParts(segmentToSplit, { field: 'text_original', at: 11 }, LANGUAGES);
    for (const part of parts ?? []) expect(part).toMatchObject({ mismatch: false, label: '1-1' });
    const named = splitParts(
      { ...segmentToSplit, label: 'song' },
      { field: 'text_original', at: 11 },
      LANGUAGES,
    );
    for (const part of named ?? []) expect(part.label).toBe('song');
  });

  it('marks both parts as a mismatch if the other text is empty', () => {
    const parts = splitParts(
      { ...segmentToSplit, text_target: '' },
      { field: 'text_original', at: 11 },
      LANGUAGES,
    );
    expect(parts?.map(({ text_target }) => text_target)).toEqual(['', '']);
    for (const part of parts ?? []) expect(part).toMatchObject({ mismatch: true, label: '1-0' });
  });

  it.each([
    ['at the start', 0],
    ['after the last letter', 24],
  ])('refuses a caret %s', (_, at) => {
    expect(splitParts(segmentToSplit, { field: 'text_original', at }, LANGUAGES)).toBeNull();
  });

  it('refuses times that can’t be divided', () => {
    const short = { ...segmentToSplit, end_time: '00:00:10.001' };
    expect(splitParts(short, { field: 'text_original', at: 11 }, LANGUAGES)).toBeNull();
    const unreadable = { ...segmentToSplit, end_time: 'soon' };
    expect(splitParts(unreadable, { field: 'text_original', at: 11 }, LANGUAGES)).toBeNull();
  });
});
