import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { findBeads, prepareSearch } from '../find-beads.ts';
import { placeBeads } from '../leftovers/place-beads.ts';
import { cue, jittered, moved, speech, talk, translate, translated } from '../testing/generated-talk.ts';
import { describeBeads, type FeatureRow } from './features.ts';
import { judgeBeads } from './judge-beads.ts';

function describePair(original: Cue[], target: Cue[]) {
  const prepared = prepareSearch(original, target);
  const finding = findBeads(prepared);
  const description = describeBeads(prepared, finding);
  const rows = description.pairs.filter((row): row is FeatureRow => row !== undefined);
  return { ...description, rows, prepared, finding };
}

const judge = (original: Cue[], target: Cue[]) => {
  const { prepared, finding } = describePair(original, target);
  const placed = placeBeads(prepared, finding);
  return judgeBeads(prepared, finding, placed).map((judgement, at) => ({ ...judgement, ...placed[at] }));
};

const spoken = talk(80).map((one, at) => ({ ...one, text: `${one.text}${at % 4 === 0 ? '?' : '.'}` }));
const answered = spoken.map((one) => ({
  ...one,
  text: `${translate(one.text.slice(0, -1))}${one.text.slice(-1)}`,
}));
const instead = (cues: Cue[], at: number, text: string) =>
  cues.map((one, k) => (k === at ? { ...one, text } : one));

describe('a bead’s features', () => {
  it('are equal for both files of one talk: certain, of similar length, with all words found', () => {
    const { rows } = describePair(spoken, answered);
    expect(rows).toHaveLength(80);
    for (const row of rows) {
      expect(row).toMatchObject({
        constant: 1,
        joined: 0,
        longestPause: 0,
        endsDiffer: 0,
        punctuationDiffers: 0,
      });
      expect(row.lengthOff).toBeLessThan(1.5);
      expect(row.wordsFound).toBeGreaterThan(0);
    }
    expect(rows[0]?.fileOdds).toBe(8);
  });

  it('include missing words that match elsewhere', () => {
    const { rows } = describePair(spoken, instead(answered, 40, answered[3]?.text ?? ''));
    const missed = rows.map((row) => row.wordsMissed);
    expect(missed.indexOf(Math.max(...missed))).toBe(40);
  });

  it('include a text that also occurs elsewhere, where it fits', () => {
    const { rows } = describePair(spoken, instead(answered, 40, answered[3]?.text ?? ''));
    expect(rows[40]?.repeated).toBeGreaterThan(0.5);
    expect(rows[3]?.repeated).toBe(0);
  });

  it('include the number of joined cues', () => {
    const halves = answered.flatMap((one) => {
      const [middle, words] = [Math.round((one.start + one.end) / 2), one.text.split(' ')];
      return [
        cue(one.start, middle, words.slice(0, 3).join(' ')),
        cue(middle, one.end, words.slice(3).join(' ')),
      ];
    });
    expect(describePair(spoken, halves).rows[20]).toMatchObject({ joined: 1, joinedCues: 1 });
    expect(describePair(halves, answered).rows[20]).toMatchObject({ joined: 1, joinedCues: 1 });
  });

  it('include an unusual length', () => {
    const { rows } = describePair(spoken, instead(answered, 40, `${'jan '.repeat(60)}.`));
    const off = rows.map((row) => row.lengthOff);
    expect(off.indexOf(Math.max(...off))).toBe(40);
  });

  it('include a question that isn’t one on the other track', () => {
    const { rows } = describePair(spoken, instead(answered, 40, `${answered[40]?.text.slice(0, -1)}.`));
    expect(rows[40]?.punctuationDiffers).toBeGreaterThan(0.8);
    expect(rows[41]?.punctuationDiffers).toBe(0);
  });

  it('ignore punctuation if a transcript has none', () => {
    const bare = spoken.map((one) => ({ ...one, text: one.text.slice(0, -1) }));
    for (const row of describePair(bare, answered).rows) {
      expect(row.punctuationDiffers).toBe(0);
      expect(row.endsDiffer).toBe(0);
    }
  });

  it('include the joined cues and the pause between them', () => {
    const [first, second] = [cue(0, 2000, 'rado miku tofe'), cue(3500, 6000, 'basil krono velta')];
    const later = moved(spoken, (ms) => ms + 10_000);
    const { rows } = describePair(
      [first, second, ...later],
      [cue(0, 6000, translate('rado miku tofe basil krono velta')), ...moved(answered, (ms) => ms + 10_000)],
    );
    expect(rows[0]).toMatchObject({ joined: 1, longestPause: 1.5 });
    expect(rows[1]).toMatchObject({ joined: 0, longestPause: 0 });
  });

  it('include the certainty of the search in the whole file', () => {
    const { rows } = describePair(speech(60, 3), jittered(speech(60, 977), 900));
    expect(rows[0]?.fileOdds).toBeLessThan(6);
  });
});

describe('the judgement of a bead', () => {
  it('is confident in a good pair', () => {
    for (const { confidence, mismatch } of judge(spoken, answered)) {
      expect(confidence).toBeGreaterThan(0.95);
      expect(mismatch).toBe(false);
    }
  });

  it('doubts a misplaced text more than any other', () => {
    const judged = judge(spoken, instead(answered, 40, 'Jan!'));
    const least = judged.reduce((one, other) => (other.confidence < one.confidence ? other : one));
    expect(least).toMatchObject({ original: [40], target: [40], mismatch: true });
  });

  it('flags a lone line of speech, but no lone sound', () => {
    const tag = cue((spoken[10]?.end ?? 0) + 1, (spoken[10]?.end ?? 0) + 30, '[bell]');
    const judged = judge(
      [...spoken, tag],
      answered.filter((_, at) => at !== 50),
    );
    const alone = judged.filter(({ target }) => target?.length === 0);
    expect(alone).toHaveLength(2);
    expect(alone.find(({ original: [at] = [] }) => at === 51)?.mismatch).toBe(true);
    expect(alone.find(({ original: [at] = [] }) => at === 11)?.mismatch).toBe(false);
  });

  it('is less certain for files of two different videos than of one', () => {
    const mean = (list: { confidence: number }[]) =>
      list.reduce((sum, { confidence }) => sum + confidence, 0) / list.length;
    const joined = (list: ReturnType<typeof judge>) =>
      list.filter(({ original, target }) => original?.length && target?.length);
    const strangers = joined(judge(talk(60, 3), translated(talk(60, 977))));
    const friends = joined(judge(talk(60, 3), translated(talk(60, 3))));
    expect(mean(strangers)).toBeLessThan(mean(friends) - 0.2);
  });
});
