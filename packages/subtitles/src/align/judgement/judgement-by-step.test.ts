import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { findBeads, prepareSearch } from '../find-beads.ts';
import { placeBeads } from '../leftovers/place-beads.ts';
import { PARAMETERS } from '../search/parameters.ts';
import { cue, jittered, moved, talk, translate, translated } from '../testing/generated-talk.ts';
import { describeBeads } from './features.ts';
import { judgeBeads, LONE_WEIGHTS, MISMATCH_BELOW, PAIR_WEIGHTS } from './judge-beads.ts';
import { weighBeads } from './posterior.ts';

function run(original: Cue[], target: Cue[]) {
  const prepared = prepareSearch(original, target);
  const finding = findBeads(prepared);
  const placed = placeBeads(prepared, finding);
  return {
    prepared,
    finding,
    placed,
    judged: judgeBeads(prepared, finding, placed),
    ...describeBeads(prepared, finding),
  };
}

const original = talk(70, 21).map((one, at) => ({
  ...one,
  text: `${one.text}${['.', '?', '!', '.'][at % 4]}`,
}));
const target = original.map((one) => ({
  ...one,
  text: translate(one.text.slice(0, -1)) + one.text.slice(-1),
}));
const later = moved(target, (ms) => ms + 6000);
const withText = (cues: Cue[], at: number, text: string) =>
  cues.map((one, k) => (k === at ? { ...one, text } : one));
const own = (at: number) => later[at]?.text ?? '';

describe('evidence against a segment', () => {
  it.each<[string, (text: string) => string]>([
    ['a text of another line', () => own(3)],
    ['a word instead of a sentence', () => 'Qox.'],
    ['a text ten times as long', (text) => `${text} `.repeat(10)],
    ['unknown words', () => 'Zyx wvu tsr qpo nml kji.'],
    ['other final punctuation and other words', () => `${own(2).slice(0, -1)}!?`],
  ])('includes %s', (_, change) => {
    const { judged, placed } = run(original, withText(later, 40, change(own(40))));
    const at = placed.findIndex((bead) => bead.original.includes(40));
    const others = judged.filter((_one, k) => k !== at).map(({ confidence }) => confidence);
    expect(judged[at]?.confidence).toBeLessThan(Math.min(...others));
  });

  it('is zero in a correct pair', () => {
    expect(run(original, later).judged.filter(({ mismatch }) => mismatch)).toEqual([]);
  });

  it('comes from its neighbours only a little', () => {
    const { judged } = run(original, withText(later, 40, 'Qox?!'));
    expect(judged.filter(({ mismatch }) => mismatch)).toHaveLength(1);
  });
});

describe('the confidence of a segment', () => {
  it('has three decimals, and its flag below the threshold', () => {
    const { judged, placed } = run(original, jittered(withText(later, 12, 'Qox.'), 500));
    for (const [at, { confidence, mismatch }] of judged.entries()) {
      expect(confidence).toBe(Math.round(confidence * 1000) / 1000);
      const bead = placed[at];
      if (bead?.bead !== undefined && bead.original.length > 0 && bead.target.length > 0)
        expect(mismatch).toBe(confidence < MISMATCH_BELOW);
    }
  });

  it('is given for each segment', () => {
    const { judged, placed } = run(
      original,
      later.filter((_, at) => at % 7 !== 2),
    );
    expect(judged).toHaveLength(placed.length);
  });

  it('is lower, the looser the times are', () => {
    const mean = (most: number) => {
      const { judged } = run(original, jittered(later, most));
      return judged.reduce((sum, { confidence }) => sum + confidence, 0) / judged.length;
    };
    expect(mean(1200)).toBeLessThan(mean(100));
  });

  it('rises with evidence for it, and falls with evidence against', () => {
    for (const name of ['odds', 'fileOdds', 'wordsFound'] as const)
      expect(PAIR_WEIGHTS[name]).toBeGreaterThan(0);
    for (const name of [
      'longestPause',
      'lengthOff',
      'wordsMissed',
      'numbersDiffer',
      'endsDiffer',
      'punctuationDiffers',
    ] as const) {
      expect(PAIR_WEIGHTS[name]).toBeLessThan(0);
    }
    expect(LONE_WEIGHTS.odds).toBeGreaterThan(0);
  });
});

describe('a bead’s description', () => {
  it('is finite for every feature', () => {
    const texts = fc.constantFrom('rado miku tofe.', 'basil?', 'krono velta sumpi darno golu!', '5 golu', '');
    const list = fc
      .array(fc.tuple(fc.nat(3000), fc.integer({ min: 300, max: 4000 }), texts), {
        minLength: 2,
        maxLength: 14,
      })
      .map((rows) => {
        let at = 0;
        return rows.map(([pause, length, text]) => {
          const start = at + pause;
          at = start + length;
          return cue(start, at, text);
        });
      });
    fc.assert(
      fc.property(list, list, (one, other) => {
        for (const row of run(one, other).pairs) {
          if (!row) continue;
          expect(Math.abs(row.odds)).toBeLessThanOrEqual(8);
          expect(Math.abs(row.fileOdds)).toBeLessThanOrEqual(8);
          expect(row.longestPause).toBeLessThanOrEqual(3);
          expect(row.lengthOff).toBeLessThanOrEqual(5);
          expect(row.wordsFound).toBeLessThanOrEqual(4);
          expect(row.wordsMissed).toBeLessThanOrEqual(3);
          expect(Math.abs(row.numbersDiffer)).toBeLessThanOrEqual(1);
          expect([0, 1]).toContain(row.joined);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has no pair features for a lone bead', () => {
    const { pairs, finding } = run(
      original,
      later.filter((_, at) => at !== 30),
    );
    const lone = Array.from({ length: finding.beads.size }, (_, k) => k).filter(
      (k) => finding.beads.target[k] === finding.beads.target[k + 1],
    );
    expect(lone.map((k) => pairs[k])).toEqual([undefined]);
  });

  it.each([
    ['a question instead of a statement', 41, '?', '.'],
    ['a statement instead of a question', 40, '.', '?'],
  ])('includes differing punctuation: %s', (_, at, sign, other) => {
    const before = own(at).slice(-1);
    const { pairs } = run(
      original,
      withText(later, at, own(at).slice(0, -1) + (before === sign ? other : sign)),
    );
    expect(pairs[at]?.punctuationDiffers).toBeGreaterThan(0);
    expect(pairs[at + 1]?.punctuationDiffers).toBe(0);
  });

  it('includes a differing end of sentence', () => {
    const { pairs } = run(original, withText(later, 40, own(40).slice(0, -1)));
    expect([pairs[39]?.endsDiffer, pairs[41]?.endsDiffer]).toEqual([0, 0]);
    expect(pairs[40]?.endsDiffer).toBeGreaterThan(0.9);
  });
});

describe('the probability of beads', () => {
  it('sums to one over all paths for a pair of one and one', () => {
    const { finding } = run([cue(0, 2000, 'One.')], [cue(0, 2000, 'Eins.')]);
    const [one = 0] = weighBeads(finding.search, finding.beads);
    expect(one > 0.9 && one <= 1).toBe(true);
  });

  it('is nearly one throughout a good pair', () => {
    const { finding } = run(original, later);
    expect(Math.min(...weighBeads(finding.search, finding.beads))).toBeGreaterThan(0.98);
  });

  it('is shared if two paths are equally good', () => {
    const { finding } = run([cue(0, 900, 'Ab.'), cue(1000, 1900, 'Ab.')], [cue(500, 1400, 'Ab.')]);
    expect(Math.min(...weighBeads(finding.search, finding.beads))).toBeLessThan(0.95);
  });
});

describe('the kinds of beads', () => {
  it('start with one and one, the cheapest', () => {
    const [single, ...others] = PARAMETERS.kinds;
    expect(single).toMatchObject({ original: 1, target: 1 });
    for (const { prior } of others) expect(prior).toBeGreaterThan(single?.prior ?? Number.NaN);
  });

  it('cost the same with the tracks swapped', () => {
    for (const { original: a, target: b, prior, crossed } of PARAMETERS.kinds) {
      const mirrored = PARAMETERS.kinds.find(
        (kind) => kind.original === b && kind.target === a && kind.crossed === crossed,
      );
      expect(mirrored?.prior).toBe(prior);
    }
  });

  it('join at most four cues per track, and never zero', () => {
    for (const kind of PARAMETERS.kinds) {
      expect(Math.max(kind.original, kind.target)).toBeLessThanOrEqual(4);
      expect(Math.min(kind.original, kind.target)).toBeGreaterThanOrEqual(1);
    }
  });

  it('are unique', () => {
    const names = PARAMETERS.kinds.map(
      ({ original: a, target: b, crossed }) => `${a}-${b}${crossed ? ' crossed' : ''}`,
    );
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('beads in their positions', () => {
  it('contain each cue once, whatever the files', () => {
    const text = fc.constantFrom('rado miku.', '[hum]', '♪', 'basil krono velta', '');
    const list = fc
      .array(fc.tuple(fc.nat(40_000), fc.nat(4000), text), { maxLength: 15 })
      .map((rows) => rows.map(([start, length, line]) => cue(start, start + length, line)));
    fc.assert(
      fc.property(list, list, (one, other) => {
        const { placed } = run(one, other);
        expect(placed.flatMap((bead) => bead.original).sort((a, b) => a - b)).toEqual([...one.keys()]);
        expect(placed.flatMap((bead) => bead.target).sort((a, b) => a - b)).toEqual([...other.keys()]);
      }),
      { numRuns: 60 },
    );
  });

  it('distinguish the search’s beads from added sounds', () => {
    const { placed } = run([...original, cue(900_000, 901_000, '[hum]')], translated(later));
    expect(placed.filter(({ bead }) => bead === undefined)).toEqual([{ original: [70], target: [] }]);
  });
});
