import type { Cue } from '@sayback/subtitles';

/** Damages a whole file, one of the two: the result must be about as good as for an intact file. */
export const DAMAGES: Record<string, (cues: Cue[]) => Cue[]> = {
  '200 cuts': (cues) => move(cues, (at) => (Math.floor(at / 50) % 2 === 0 ? 0 : 90_000)),
  'every tenth cue a minute late': (cues) => move(cues, (at) => (at % 10 === 0 ? 60_000 : 0)),
  'cues in no order': (cues) => cues.map((_, at) => cues[(at * 7919) % cues.length] as Cue),
  'texts of other lines': (cues) => cues.map((cue, at) => ({ ...cue, text: cues.at(-1 - at)?.text ?? '' })),
  'all cues at the same time': (cues) => cues.map((cue) => ({ ...cue, start: 60_000, end: 62_000 })),
  'all cues in one minute': (cues) => move(cues, (at) => (at % 60) * 1000 - (cues[at]?.start ?? 0)),
  'the same word repeated': (cues) => cues.map((cue) => ({ ...cue, text: 'No.' })),
  'no cues at all': () => [],
};

function move(cues: readonly Cue[], by: (at: number) => number): Cue[] {
  return cues.map((cue, at) => ({ ...cue, start: cue.start + by(at), end: cue.end + by(at) }));
}
