import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSrt } from './read-srt.ts';
import { writeSrt } from './write-srt.ts';

describe('any SubRip file', () => {
  const pieces = fc.constantFrom(
    ...'1|2|3|\n|\n|\n\n|\r|00:00:01,000 --> 00:00:02,000|00:00:09,500 --> 00:00:01,5|<i>'.split('|'),
    ...'</i>|<|>|{\\an8}|-->| --|00:00:0|:|,5|text| |\t|♪|字|\0|\uD800|\uFEFF'.split('|'),
    ...['-00:00:01,000 --> 00:00:02,000 x', '1:2 --> x', '<br>', '＞', '&amp;'],
  );
  const files = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  );

  it('is read without throwing, and read the same after writing', () => {
    fc.assert(
      fc.property(files, (file) => {
        const { cues } = readSrt(file);
        expect(readSrt(writeSrt(cues))).toEqual({ cues, problems: cues.length > 0 ? [] : expect.anything() });
      }),
      { numRuns: 2000, examples: [['-00:00:01,000 --> 00:00:02,000 x\n\n2']] },
    );
  });

  it('is read quickly for lines that would take hours in quadratic time', () => {
    const LENGTH = 2_000_000;
    const lines = [
      '1:1'.padEnd(LENGTH, '-'),
      '<'.repeat(LENGTH),
      '{\\'.repeat(LENGTH),
      '<i '.repeat(LENGTH),
      'a:b'.repeat(LENGTH),
    ];
    for (const line of lines)
      readSrt(`00:00:01,000 --> 00:00:02,000 ${line}\n${line}>\n${'<i'.repeat(99)}${'>'.repeat(99)}`);
  });
});
