import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { clean } from './clean.ts';

const brackets = '[|[|]|(|)|{|}|<|>|>>|<<|:|：|♪|#|*|【|】|（|）'.split('|');
const sequences = '{\\an8}|<i>|</i>|<v Mary>|</v>|&gt;&gt; |: | :(|:)|5:30|(x)|[ __ ]|*x y*'.split('|');
const words = 'MAN|JOHN|Dr. |McCOY|NOTE|老师|音楽|Music|음악|hello|Hello|I|ضحك|漢字|かな'.split('|');
const punctuation = '. |.|!|…|, |,|-|- |--|–|\u2010|\n|\n|\r\n| |\t|"|～|ß|1|__'.split('|');
const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.constantFrom(...brackets, ...sequences, ...words, ...punctuation), { maxLength: 24 })
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const cues = fc
  .array(text, { maxLength: 4 })
  .map((texts) =>
    texts.map(
      (text, index): Cue => ({ index: index + 1, start: index * 1000, end: index * 1000 + 900, text }),
    ),
  );
const switches = fc.record({
  hearingImpaired: fc.boolean(),
  speakerNames: fc.boolean(),
  effects: fc.boolean(),
});

describe('cleaning any text', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(cues, switches, (input, options) => {
        const once = clean(input, options);
        expect(clean(once.cues, options)).toEqual({ cues: once.cues, changes: [] });
      }),
      { numRuns: 4000 },
    );
  });

  it('returns changes that lead from the input texts to the cleaned ones', () => {
    fc.assert(
      fc.property(cues, switches, (input, options) => {
        const { cues: left, changes } = clean(input, options);
        const texts = input.flatMap(({ index, text: before }) => {
          const after = changes
            .filter((change) => change.index === index)
            .reduce<string | null>((current, change) => {
              expect(change.before).toBe(current);
              expect(change.after).not.toBe(current);
              return change.after;
            }, before);
          return after === null ? [] : [after];
        });
        expect(left.map((cue) => cue.text)).toEqual(texts);
        expect(left.map((cue) => cue.index)).toEqual(left.map((_, index) => index + 1));
      }),
      { numRuns: 2000 },
    );
  });

  it('doesn’t change a cue if all of its changes were refused', () => {
    fc.assert(
      fc.property(text, switches, (one, options) => {
        const input: Cue[] = [{ index: 1, start: 0, end: 900, text: one }];
        const refused = new Map<string, ReturnType<typeof clean>['changes'][number]>();
        for (let round = 0; round < 12; round += 1) {
          const { changes } = clean(input, { ...options, refused: [...refused.values()] });
          // A rule can change a cue several times, so only earlier rounds count.
          expect(changes.filter(({ rule }) => refused.has(rule))).toEqual([]);
          for (const change of changes) refused.set(change.rule, change);
        }
        expect(clean(input, { ...options, refused: [...refused.values()] }).cues).toEqual(input);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('hostile lines', () => {
  const ALL = { hearingImpaired: true, speakerNames: true, effects: true };
  const length = 200_000;
  const units = '[|(|()|[x] |:|：|A: |A:\n|音：|<|<v a>|<i></i>|>> |. >> a|*a |♪\n|"| |\n'.split('|');

  // Each of these takes milliseconds; with quadratic time the test would time out.
  it.each(units)('cleaning a hostile line of repeated %j is idempotent', (unit) => {
    const input: Cue[] = [{ index: 1, start: 0, end: 900, text: unit.repeat(length / unit.length) }];
    const once = clean(input, ALL);
    expect(clean(once.cues, ALL).changes).toEqual([]);
    // At most twelve rounds of eleven rules: the number of changes doesn't grow with the text.
    expect(once.changes.length).toBeLessThanOrEqual(12 * 11);
  });

  it('hostile lines that never converge are left unchanged', () => {
    const input: Cue[] = [{ index: 1, start: 0, end: 900, text: `${'A: '.repeat(1000)}hello` }];
    expect(clean(input, ALL)).toEqual({ cues: input, changes: [] });
  });
});
