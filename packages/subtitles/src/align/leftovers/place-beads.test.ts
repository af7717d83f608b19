import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { findBeads, prepareSearch } from '../find-beads.ts';
import { makeCue, makeTalk, shift, translateCues } from '../testing/generated-talk.ts';
import { pairLeftovers } from './pair-leftovers.ts';
import { placeBeads } from './place-beads.ts';

function placeAll(original: Cue[], target: Cue[]) {
  const prepared = prepareSearch(original, target);
  const result = findBeads(prepared);
  return { prepared, result, placed: placeBeads(prepared, result) };
}

const makeCueBetween = (cues: Cue[], index: number, text: string) => {
  const [start, end] = [cues[index]?.end ?? 0, cues[index + 1]?.start ?? 0];
  return makeCue(start + Math.round((end - start) * 0.2), end - Math.round((end - start) * 0.2), text);
};

describe('beads with positions in the whole files', () => {
  const original = makeTalk(40);
  const target = translateCues(shift(original, 4000));

  it('contain every cue of both files once, including sound tags and unmatched lines', () => {
    const tagged = [
      ...original,
      makeCueBetween(original, 5, '[door slams]'),
      makeCueBetween(original, 12, '♪♪'),
    ];
    const { prepared, placed } = placeAll(
      tagged,
      [...target, makeCueBetween(target, 5, '(portazo)')].filter((_, index) => index !== 30),
    );
    const findCues = (track: 'original' | 'target') =>
      placed.flatMap((bead) => bead[track]).sort((a, b) => a - b);
    expect(findCues('original')).toEqual([...Array(prepared.allCues.original.size).keys()]);
    expect(findCues('target')).toEqual([...Array(prepared.allCues.target.size).keys()]);
  });

  it('have the index of their bead in the search, if any', () => {
    const { placed } = placeAll([...original, makeCueBetween(original, 5, '[door slams]')], target);
    const unsearched = placed.filter(({ bead }) => bead === undefined);
    expect(unsearched).toEqual([{ original: [6], target: [] }]);
  });

  it('join matching sound tags of the two files', () => {
    const originalTag = makeCueBetween(original, 5, '[door slams]');
    const targetTag = { ...makeCueBetween(target, 5, '(portazo)') };
    const { prepared, result, placed } = placeAll([...original, originalTag], [...target, targetTag]);
    expect(placed).toContainEqual({ original: [6], target: [6] });
    expect(pairLeftovers(prepared, result, { original: [6], target: [6] })).toEqual([[6, 6]]);
  });

  it('don’t join sound tags at different times', () => {
    const { placed } = placeAll(
      [...original, makeCueBetween(original, 5, '[door slams]')],
      [...target, makeCueBetween(target, 25, '(portazo)')],
    );
    expect(placed.filter(({ bead }) => bead === undefined)).toEqual([
      { original: [6], target: [] },
      { original: [], target: [26] },
    ]);
  });

  it('join nothing if one track has no remaining cues', () => {
    const { prepared, result } = placeAll(original, target);
    expect(pairLeftovers(prepared, result, { original: [3], target: [] })).toEqual([]);
    expect(pairLeftovers(prepared, result, { original: [], target: [3] })).toEqual([]);
  });
});
