import { fitCuts } from '@sayback/speech';
import { addNoise, makeNoise } from '../../../packages/speech/src/testing/noise.ts';
import { createRandom } from '../../../packages/speech/src/testing/random.ts';
import { type Clip, findLines, makeClip, makeDemoClips } from './material/clips.ts';
import type { CutHalf, ReadingStretch } from './material/cut-halves.ts';
import { addEcho, makeProfile, measureSpeechLevel } from './material/mixtures.ts';
import { speakWithEspeak, speakWithFlite } from './material/voices.ts';
import { labelReading } from './measure-activity.ts';

export type Line = { start: number; end: number; text: string };
export type CutResults = {
  /** Share of proposed starts and ends within 50 ms of the truth. */
  near: number;
  /** Share of lines with a proposal, and with a sure one. */
  proposed: number;
  sure: number;
};

const NEAR_MS = 50;
const ROUNDS = 5;

/** Moves starts and ends by 100 to 500 ms in either direction. A line has at least 200 ms. */
export function moveEnds(lines: readonly Line[], random: () => number): Line[] {
  const by = () => (random() < 0.5 ? -1 : 1) * (100 + 400 * random());
  return lines.map(({ start, end, text }) => {
    const from = Math.max(0, start + by());
    return { start: from, end: Math.max(from + 200, end + by()), text };
  });
}

function summarise(
  cases: readonly { truth: Line; fitted: ReturnType<typeof fitCuts>[number] }[],
): CutResults {
  const ends = cases.flatMap(({ truth, fitted }) =>
    fitted
      ? [{ error: Math.abs(fitted.start - truth.start) }, { error: Math.abs(fitted.end - truth.end) }]
      : [],
  );
  const share = (of: readonly { error: number }[]) =>
    of.filter(({ error }) => error <= NEAR_MS).length / of.length;
  return {
    near: share(ends),
    proposed: cases.filter(({ fitted }) => fitted).length / cases.length,
    sure: cases.filter(({ fitted }) => fitted?.isSure).length / cases.length,
  };
}

/** Measures fitting the cuts of clips, after moving the starts and ends of their lines at random. */
function measureClips(clips: readonly Clip[], seed: number): CutResults {
  const cases = clips.flatMap(({ sound, lines }, at) => {
    const profile = makeProfile(sound);
    return Array.from({ length: ROUNDS }, (_, round) => {
      const fitted = fitCuts(profile, moveEnds(lines, createRandom(seed + 100 * at + round)));
      return lines.map((truth, line) => ({
        truth,
        fitted: fitted[line] as ReturnType<typeof fitCuts>[number],
      }));
    }).flat();
  });
  return summarise(cases);
}

export const measureDemoCuts = (): CutResults => measureClips(makeDemoClips(), 1);

/** Measures fitting cuts to synthetic voices in noise at an SNR in dB. */
export function measureCuts({ texts, voices, other, seed }: CutHalf, snr: number): CutResults {
  const spoken = [
    ...voices.map((voice) =>
      speakWithEspeak(texts.map((text, at) => ({ voice, rate: 150 + 15 * (at % 3), text }))),
    ),
    texts.map((text) => ({ samples: speakWithFlite(other, text) })),
  ].map((voice) => voice.map(({ samples }, at) => ({ samples, text: texts[at] as string })));
  return measureClips(
    spoken.map((voice, at) => makeClip(voice, { seed: seed + at, snr })),
    seed,
  );
}

/** Tolerance of lost speech in milliseconds, since one or two quiet frames may be a soft consonant. */
export const SPARED_MS = 30;

/**
 * Measures fitting cuts to a recorded reading, divided at pauses of at least 350 ms: the number of proposals, how many of them
 * cut off speech, and the share of ends within 50 ms of the labels.
 */
export function measureReadingCuts(whole: Float32Array, { from, to, room }: ReadingStretch, seed: number) {
  const reading = whole.subarray(Math.floor(from * whole.length), Math.floor(to * whole.length));
  const truth = findLines(labelReading(reading));
  const profile = makeProfile(room ? simulateRoom(room, reading, seed) : reading);
  const cases = Array.from({ length: ROUNDS }, (_, round) => {
    const fitted = fitCuts(profile, moveEnds(truth, createRandom(seed + round)));
    return truth.map((line, at) => ({
      truth: line,
      fitted: fitted[at] as ReturnType<typeof fitCuts>[number],
    }));
  }).flat();
  const isCutOff = ({ truth: { start, end }, fitted }: (typeof cases)[number]) =>
    fitted !== null &&
    // A boundary is inside the speech, or in another pause of the line.
    [fitted.start - start, end - fitted.end].some((lost) => lost > SPARED_MS);
  const proposals = cases.filter(({ fitted }) => fitted);
  return {
    ...summarise(cases),
    proposals: proposals.length,
    cutOff: proposals.filter(isCutOff).length,
  };
}

function simulateRoom(
  { echo, snr }: NonNullable<ReadingStretch['room']>,
  reading: Float32Array,
  seed: number,
) {
  const noise = makeNoise('pink', reading.length, seed);
  return addNoise(addEcho(reading, echo), noise, measureSpeechLevel(reading) * 10 ** (-snr / 20));
}
