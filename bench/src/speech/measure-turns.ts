import { analyse, compare, findPauses, listenToTurn, SAMPLE_RATE } from '@sayback/speech';
import { addNoise, makeNoise } from '../../../packages/speech/src/testing/noise.ts';
import { createRandom } from '../../../packages/speech/src/testing/random.ts';
import { addRoomNoise, findVoice, insertPauses, makeProfile } from './material/mixtures.ts';
import { resample, type Spoken } from './material/voices.ts';

const BLOCK = 1280;

/**
 * Draws the start of a word other than the first, in seconds. Skips the word that espeak-ng reports at the end of the sound,
 * where nothing is spoken.
 */
function drawPausePosition({ words, samples }: Spoken, random: () => number): number {
  const positions = words.slice(1).filter((at) => at < findVoice(samples).to / SAMPLE_RATE - 0.1);
  return positions[Math.floor(random() * positions.length)] ?? 0;
}

/** Counts the turns without speech that don't end within half a minute: in silence, hum and noise. */
export function countEndless(seed: number): number {
  const length = 30 * SAMPLE_RATE;
  const sounds = [
    new Float32Array(length),
    ...(['hum', 'white', 'pink'] as const).flatMap((kind) =>
      [0.001, 0.01, 0.1].map((level) =>
        addNoise(new Float32Array(length), makeNoise(kind, length, seed), level),
      ),
    ),
  ];
  return sounds.filter((sound) => {
    const { feed } = listenToTurn({ lineSeconds: 3 });
    for (let at = 0; at < length; at += BLOCK)
      if (feed(sound.subarray(at, at + BLOCK)).phase === 'ended') return false;
    return true;
  }).length;
}

/**
 * Measures the detection of pauses of 300 to 800 ms in takes at an SNR of 20 dB: the share found, and the number of false ones
 * per take.
 */
export function measurePauses(takes: readonly Spoken[], seed: number) {
  const random = createRandom(seed);
  let detected = 0;
  let inserted = 0;
  let falsePauses = 0;
  for (const [index, take] of takes.entries()) {
    const at = drawPausePosition(take, random);
    const seconds = 0.3 + 0.5 * random();
    const pauses = findPauses(
      analyse(
        addRoomNoise(insertPauses(take.samples, [{ at, seconds }]).samples, { snr: 20, seed: seed + index }),
      ).speech,
    );
    const isInsertedPause = ({ start, end }: { start: number; end: number }) =>
      start < 0.5 + at + seconds && end > 0.5 + at;
    inserted++;
    if (pauses.some(isInsertedPause)) detected++;
    falsePauses += pauses.filter((pause) => !isInsertedPause(pause)).length;
    falsePauses += findPauses(
      analyse(addRoomNoise(take.samples, { snr: 20, seed: seed + index + 500 })).speech,
    ).length;
  }
  return { found: detected / inserted, invented: falsePauses / (2 * inserted) };
}

/**
 * Returns the share of takes without a hint when the take is the original itself, but louder, quieter, noisy, at telephone
 * bandwidth, or slower.
 */
export function measureOriginals(sounds: readonly Float32Array[], seed: number) {
  const kinds: Record<string, number> = {};
  let takes = 0;
  let withoutHint = 0;
  for (const [index, sound] of sounds.entries()) {
    const original = makeProfile(addRoomNoise(sound, { snr: 40, seed: 1 }));
    const variants = [
      addRoomNoise(sound, { snr: 40, seed: 3 }).map((sample) => 4 * sample),
      addRoomNoise(sound, { snr: 40, seed: 3 }).map((sample) => sample / 4),
      addRoomNoise(sound, { snr: 20, seed: seed + index }),
      addRoomNoise(sound, { snr: 20, seed: seed + index + 1 }),
      addRoomNoise(resample(resample(sound, 2), 0.5), { snr: 40, seed: 5 }),
      addRoomNoise(resample(sound, 0.9), { snr: 40, seed: 7 }),
    ];
    for (const variant of variants) {
      const { hint } = compare(analyse(variant), original);
      takes++;
      if (hint === null) withoutHint++;
      else kinds[hint.kind] = (kinds[hint.kind] ?? 0) + 1;
    }
  }
  return { silent: withoutHint / takes, kinds, takes };
}
