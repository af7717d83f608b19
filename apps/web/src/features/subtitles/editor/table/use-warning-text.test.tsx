import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { findWarnings } from '../model/warnings.ts';
import { segment } from '../testing/segments.ts';
import { useWarningText } from './use-warning-text.ts';

it.each([
  ['00:00:02.998', 40, '20.1 CPS, limit 20'],
  ['00:00:09.001', 30, '8.1 s, limit 8 s'],
  ['00:00:10.340', 30, '9.3 s, limit 8 s'],
])(
  'a warning shows a value above the limit even if it is exceeded only slightly',
  (end_time, length, expected) => {
    const row = segment(1, {
      end_time,
      text_target: 'a '
        .repeat(length / 2)
        .trim()
        .padEnd(length, 'a'),
    });
    const { result } = renderHook(useWarningText);
    expect(findWarnings([undefined, row, undefined]).map(result.current)).toEqual([expected]);
  },
);
