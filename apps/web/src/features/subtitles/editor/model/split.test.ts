// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { segment } from '../testing/segments.ts';
import { cueBorders } from './source-cues.ts';
import { splitSegment } from './split.ts';
import { bordersOf, nearestBorder, outsideWords } from './text-borders.ts';

const LANGUAGES = { original: 'es', target: 'en' };

const piecesOf = (text: string, language: string) => {
  const borders = [0, ...bordersOf(text, language).map(({ at }) => at), text.length];
  return borders.slice(1).map((end, index) => text.slice(borders[index], end).trim());
};

describe('the borders of a text', () => {
  it.each([
    ['keep punctuation with the word before it', 'Yes, sir. No.', ['Yes,', 'sir.', 'No.']],
    ['keep what opens a word with it', '«Hola», dijo (¡ay!)', ['«Hola»,', 'dijo', '(¡ay!)']],
    [
      'keep dots that lead on with the next word',
      'viento!... ...¿y por qué',
      ['viento!...', '...¿y', 'por', 'qué'],
    ],
    ['keep a dash of speech with what is said', 'Come. - No.', ['Come.', '- No.']],
    ['are not within a word', 'don’t stop', ['don’t', 'stop']],
    ['are none in one word', 'Hello!', ['Hello!']],
  ])('%s', (_, text, pieces) => {
    expect(piecesOf(text, 'es')).toEqual(pieces);
  });

  it('lie between words where there are no spaces', () => {
    expect(piecesOf('今日はとても暑いです', 'ja').length).toBeGreaterThan(2);
  });

  it('are found in a language that the browser does not know', () => {
    expect(piecesOf('one two', 'no_such language')).toEqual(['one', 'two']);
  });

  it('are the end of a sentence rather than a nearer word', () => {
    const text = 'Good morning to you all. And you?';
    expect(nearestBorder(text, 0.5, { language: 'en', after: 'sentence' })).toBe(25);
    expect(nearestBorder(text, 0.5, { language: 'en', after: 'word' })).toBe(16);
    expect(nearestBorder('', 0.5, { language: 'en', after: 'word' })).toBeNull();
  });

  it.each([
    ['in the middle of a word', 'one two', 5, 4],
    ['between ¿ and its word', 'no. ¿qué', 5, 4],
    ['behind a word', 'one two', 3, 3],
    ['before what closes the word', 'Come in!” She did.', 7, 9],
    ['within the one word that there is', 'Hello', 2, 2],
  ])('take a caret %s', (_, text, caret, at) => {
    expect(outsideWords(text, caret, 'es')).toBe(at);
  });
});

describe('the cues of a text', () => {
  const cues = [
    { start: 0, end: 900, text: 'Before' },
    { start: 1000, end: 2000, text: 'One\ntwo' },
    { start: 2500, end: 3000, text: 'three.' },
    { start: 3100, end: 4000, text: 'After' },
  ];

  it('are found whatever spaces and lines stand between them', () => {
    expect(cueBorders('One two  three.', cues, 1000)).toEqual([
      { at: 7, end: 2000, start: 2500, from: 1000, to: 3000 },
    ]);
    expect(cueBorders('Before', cues, 0)).toEqual([]);
  });

  it('are not found in a text that somebody has edited', () => {
    expect(cueBorders('One, two three.', cues, 1000)).toEqual([]);
    expect(cueBorders('', cues, 0)).toEqual([]);
  });
});

describe('splitting a segment', () => {
  const whole = segment(1, {
    start_time: '00:00:10.000',
    end_time: '00:00:14.000',
    text_original: 'Hola amigo. Buenos días.',
    text_target: 'Hello my friend. Good morning.',
    mismatch: true,
    label: '2-2',
  });

  it('splits the text at the caret and the other one at the matching word', () => {
    const parts = splitSegment(whole, { field: 'text_original', at: 11 }, LANGUAGES);
    expect(parts?.map(({ text_original }) => text_original)).toEqual(['Hola amigo.', 'Buenos días.']);
    expect(parts?.map(({ text_target }) => text_target)).toEqual(['Hello my friend.', 'Good morning.']);
  });

  it('splits from the target’s side too', () => {
    const parts = splitSegment(whole, { field: 'text_target', at: 16 }, LANGUAGES);
    expect(parts?.map(({ text_original }) => text_original)).toEqual(['Hola amigo.', 'Buenos días.']);
  });

  it('does not leave the opening of a question behind', () => {
    const row = {
      ...whole,
      text_original: 'Ufff... it’s so windy... ...and why can I see Komona',
      text_target: '¡Cómo corre el viento!... ...¿y por qué puedo ver Komona',
    };
    const parts = splitSegment(row, { field: 'text_original', at: 25 }, { original: 'en', target: 'es' });
    expect(parts?.map(({ text_target }) => text_target)).toEqual([
      '¡Cómo corre el viento!...',
      '...¿y por qué puedo ver Komona',
    ]);
  });

  it('splits both texts and the times where the cues of the files end', () => {
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
    const parts = splitSegment(whole, { field: 'text_original', at: 12 }, LANGUAGES, cues);
    expect(parts?.[0]).toMatchObject({ end_time: '00:00:11.300', text_target: 'Hello my friend.' });
    expect(parts?.[1]).toMatchObject({ start_time: '00:00:12.100', text_original: 'Buenos días.' });
  });

  it('splits the times where the translation’s cues meet, though its file is of another cut', () => {
    const cues = {
      original: [{ start: 10_000, end: 14_000, text: 'Hola amigo. Buenos días.' }],
      target: [
        { start: 60_000, end: 60_500, text: 'Hello my friend.' },
        { start: 61_000, end: 62_000, text: 'Good morning.' },
      ],
    };
    const parts = splitSegment(whole, { field: 'text_original', at: 11 }, LANGUAGES, cues);
    expect(parts?.[0].end_time).toBe('00:00:11.000');
    expect(parts?.[1].start_time).toBe('00:00:12.000');
  });

  it('splits the times by the share of the text where no cue ends', () => {
    const row = { ...whole, text_original: 'aaa b' };
    const parts = splitSegment(row, { field: 'text_original', at: 3 }, LANGUAGES);
    expect(parts?.[0].end_time).toBe('00:00:13.000');
    expect(parts?.[1]).toMatchObject({ start_time: '00:00:13.000', end_time: '00:00:14.000' });
  });

  it('makes the aligner’s label and the mismatch mark anew, and keeps a label that a person wrote', () => {
    const parts = splitSegment(whole, { field: 'text_original', at: 11 }, LANGUAGES);
    for (const part of parts ?? []) expect(part).toMatchObject({ mismatch: false, label: '1-1' });
    const named = splitSegment({ ...whole, label: 'song' }, { field: 'text_original', at: 11 }, LANGUAGES);
    for (const part of named ?? []) expect(part.label).toBe('song');
  });

  it('marks both parts where the other text is empty', () => {
    const parts = splitSegment({ ...whole, text_target: '' }, { field: 'text_original', at: 11 }, LANGUAGES);
    expect(parts?.map(({ text_target }) => text_target)).toEqual(['', '']);
    for (const part of parts ?? []) expect(part).toMatchObject({ mismatch: true, label: '1-0' });
  });

  it.each([
    ['at the start', 0],
    ['behind the last letter', 24],
  ])('refuses a caret %s', (_, at) => {
    expect(splitSegment(whole, { field: 'text_original', at }, LANGUAGES)).toBeNull();
  });

  it('refuses times that cannot be divided', () => {
    const short = { ...whole, end_time: '00:00:10.001' };
    expect(splitSegment(short, { field: 'text_original', at: 11 }, LANGUAGES)).toBeNull();
    const unreadable = { ...whole, end_time: 'soon' };
    expect(splitSegment(unreadable, { field: 'text_original', at: 11 }, LANGUAGES)).toBeNull();
  });
});
