// @vitest-environment node
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
  ])('makes of %j and %j %j', (first, second, joined) => {
    expect(joinTexts(first, second)).toBe(joined);
  });
});

describe('joining labels', () => {
  it.each([
    ['1-1', '1-2', '2-3'],
    ['1-0', '0-1', '1-1'],
    ['song', '1-1', 'song'],
    ['', 'note', 'note'],
  ])('makes of %j and %j %j', (first, second, joined) => {
    expect(joinLabels(first, second)).toBe(joined);
  });
});

describe('merging two segments', () => {
  it('spans both of them', () => {
    expect(mergeSegments(segment(1), segment(2))).toMatchObject({
      start_time: '00:00:01.000',
      end_time: '00:00:06.000',
    });
  });

  it('spans them where they are not in the order of time', () => {
    expect(mergeSegments(segment(2), segment(1))).toMatchObject({
      start_time: '00:00:01.000',
      end_time: '00:00:06.000',
      text_target: 'Sentence 2 Sentence 1',
    });
  });

  it('is a mismatch when one of them is', () => {
    expect(mergeSegments(segment(1), segment(2, { mismatch: true })).mismatch).toBe(true);
    expect(mergeSegments(segment(1), segment(2)).mismatch).toBe(false);
  });
});
