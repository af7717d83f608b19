import type { Cue } from '@sayback/subtitles';

/** Kinds of damage to a whole file. Aligning one damaged file must give about as good a result as aligning intact ones. */
export const DAMAGES: Record<string, (cues: Cue[]) => Cue[]> = {
  '200 cuts': (cues) => mapTimes(cues, (index) => (Math.floor(index / 50) % 2 === 0 ? 0 : 90_000)),
  'every tenth cue a minute late': (cues) => mapTimes(cues, (index) => (index % 10 === 0 ? 60_000 : 0)),
  'cues in no order': (cues) => cues.map((_, index) => cues[(index * 7919) % cues.length] as Cue),
  'texts of other lines': (cues) =>
    cues.map((cue, index) => ({ ...cue, text: cues.at(-1 - index)?.text ?? '' })),
  'all cues at the same time': (cues) => cues.map((cue) => ({ ...cue, start: 60_000, end: 62_000 })),
  'all cues in one minute': (cues) =>
    mapTimes(cues, (index) => (index % 60) * 1000 - (cues[index]?.start ?? 0)),
  'the same word repeated': (cues) => cues.map((cue) => ({ ...cue, text: 'No.' })),
  'no cues at all': () => [],
};

function mapTimes(cues: readonly Cue[], getTime: (index: number) => number): Cue[] {
  return cues.map((cue, index) => ({
    ...cue,
    start: cue.start + getTime(index),
    end: cue.end + getTime(index),
  }));
}
