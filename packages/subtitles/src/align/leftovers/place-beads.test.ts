import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { findBeads, prepareSearch } from '../find-beads.ts';
import { cue, moved, talk, translated } from '../testing/generated-talk.ts';
import { pairLeftovers } from './pair-leftovers.ts';
import { placeBeads } from './place-beads.ts';

function position(original: Cue[], target: Cue[]) {
  const prepared = prepareSearch(original, target);
  const finding = findBeads(prepared);
  return { prepared, finding, placed: placeBeads(prepared, finding) };
}

const between = (cues: Cue[], at: number, text: string) => {
  const [start, end] = [cues[at]?.end ?? 0, cues[at + 1]?.start ?? 0];
  return cue(start + Math.round((end - start) * 0.2), end - Math.round((end - start) * 0.2), text);
};

describe('beads in their positions in the whole files', () => {
  const original = talk(40);
  const target = translated(moved(original, (ms) => ms + 4000));

  it('contain every cue of both files once, including sound tags and lone lines', () => {
    const tagged = [...original, between(original, 5, '[door slams]'), between(original, 12, '♪♪')];
    const { prepared, placed } = position(
      tagged,
      [...target, between(target, 5, '(portazo)')].filter((_, at) => at !== 30),
    );
    const all = (track: 'original' | 'target') => placed.flatMap((bead) => bead[track]).sort((a, b) => a - b);
    expect(all('original')).toEqual([...Array(prepared.whole.original.size).keys()]);
    expect(all('target')).toEqual([...Array(prepared.whole.target.size).keys()]);
  });

  it('know which bead of the search they are, if any', () => {
    const { placed } = position([...original, between(original, 5, '[door slams]')], target);
    const without = placed.filter(({ bead }) => bead === undefined);
    expect(without).toEqual([{ original: [6], target: [] }]);
  });

  it('join a sound tag of one file with that of the other', () => {
    const both = between(original, 5, '[door slams]');
    const theirs = { ...between(target, 5, '(portazo)') };
    const { prepared, finding, placed } = position([...original, both], [...target, theirs]);
    expect(placed).toContainEqual({ original: [6], target: [6] });
    expect(pairLeftovers(prepared, finding, { original: [6], target: [6] })).toEqual([[6, 6]]);
  });

  it('keep tags of different moments apart', () => {
    const { placed } = position(
      [...original, between(original, 5, '[door slams]')],
      [...target, between(target, 25, '(portazo)')],
    );
    expect(placed.filter(({ bead }) => bead === undefined)).toEqual([
      { original: [6], target: [] },
      { original: [], target: [26] },
    ]);
  });

  it('join nothing if one track has nothing left', () => {
    const { prepared, finding } = position(original, target);
    expect(pairLeftovers(prepared, finding, { original: [3], target: [] })).toEqual([]);
    expect(pairLeftovers(prepared, finding, { original: [], target: [3] })).toEqual([]);
  });
});
