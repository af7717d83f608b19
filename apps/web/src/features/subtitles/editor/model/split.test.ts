// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { segment } from '../testing/segments.ts';
import { cutNear, splitSegment } from './split.ts';

const LANGUAGES = { original: 'es', target: 'en' };

describe('cutting a text near a share of it', () => {
  it.each([
    ['at the nearest border of a word', 'one two three four', 0.5, ['one two', 'three four']],
    ['never within a word', 'extraordinarily long', 0.3, ['extraordinarily', 'long']],
    ['leaving the first part a word', 'one two three', 0, ['one', 'two three']],
    ['leaving the second part a word', 'one two three', 1, ['one two', 'three']],
    ['keeping punctuation with the word before it', 'Yes, sir. No.', 0.6, ['Yes, sir.', 'No.']],
    ['giving one word to the first part', 'Hello!', 0.5, ['Hello!', '']],
    ['giving nothing of nothing', '', 0.5, ['', '']],
    ['over lines', 'first line\nsecond line', 0.5, ['first line', 'second line']],
  ])('cuts %s', (_, text, share, parts) => {
    expect(cutNear(text, share, 'en')).toEqual(parts);
  });

  it('cuts at words where there are no spaces', () => {
    const [first, second] = cutNear('今日はとても暑いです', 0.5, 'ja');
    expect(first + second).toBe('今日はとても暑いです');
    expect(first).not.toBe('');
    expect(second).not.toBe('');
  });

  it('cuts a text in a language that the browser does not know', () => {
    expect(cutNear('one two', 0.5, 'no_such language')).toEqual(['one', 'two']);
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

  it('splits the times by the share of the text', () => {
    const parts = splitSegment(
      { ...whole, text_original: 'aaa b' },
      { field: 'text_original', at: 3 },
      LANGUAGES,
    );
    expect(parts?.[0].end_time).toBe('00:00:13.000');
    expect(parts?.[1]).toMatchObject({ start_time: '00:00:13.000', end_time: '00:00:14.000' });
  });

  it('keeps the mismatch mark and the label in the second part', () => {
    const parts = splitSegment(whole, { field: 'text_original', at: 11 }, LANGUAGES);
    expect(parts?.[1]).toMatchObject({ mismatch: true, label: '2-2' });
  });

  it('splits where the other text is empty', () => {
    const parts = splitSegment({ ...whole, text_target: '' }, { field: 'text_original', at: 11 }, LANGUAGES);
    expect(parts?.map(({ text_target }) => text_target)).toEqual(['', '']);
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
