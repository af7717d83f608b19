import { describe, expect, it } from 'vitest';
import { segment } from '../testing/segments.ts';
import { joinLabels, joinTexts, mergeSegments } from './merge.ts';

describe('joining texts', () => {
  it.each([
    ['one', 'two', 'one two'],
    ['one ', ' two', 'one two'],
    ['', 'two', 'two'],
    ['one', '  ', 'one'],
    ['今日は', '暑い', '今日は暑い'],
    ['今日は。', '暑い', '今日は。暑い'],
    ['今日', 'two', '今日 two'],
    ['สวัสดี', 'ครับ', 'สวัสดีครับ'],
    ['안녕', '하세요', '안녕 하세요'],
    ['- Hi.', '- Hello.', '- Hi.\n- Hello.'],
  ])('joins the texts %j and %j as %j', (first, second, joined) => {
    expect(joinTexts(first, second)).toBe(joined);
  });
});

describe('joining labels', () => {
  it.each([
    ['1-1', '1-2', '2-3'],
    ['1-0', '0-1', '1-1'],
    ['song', '1-1', 'song'],
    ['', 'note', 'note'],
  ])('joins the labels %j and %j as %j', (first, second, joined) => {
    expect(joinLabels(first, second)).toBe(joined);
  });
});

describe('merging two segments', () => {
  it('spans the times of both', () => {
    expect(mergeSegments(segment(1), segment(2))).toMatchObject({
      start_time: '00:00:01.000',
      end_time: '00:00:06.000',
    });
  });

  it('spans the times of both in an unsorted list', () => {
    expect(mergeSegments(segment(2), segment(1))).toMatchObject({
      start_time: '00:00:01.000',
      end_time: '00:00:06.000',
      text_target: 'Sentence 2 Sentence 1',
    });
  });

  it('keeps a mismatch flag', () => {
    expect(mergeSegments(segment(1), segment(2, { mismatch: true })).mismatch).toBe(true);
    expect(mergeSegments(segment(1), segment(2)).mismatch).toBe(false);
  });
});
