import { wordTimes } from '@sayback/speech';
import type { Speech } from '../analysis/speech.ts';
import { isMeasured, type Take } from '../analysis/take.ts';
import type { TurnLine } from './turn-deps.ts';

/** Time for which a comparison waits for the original's sound, in milliseconds. */
const ORIGINAL_TIMEOUT_MS = 10_000;

/** Compares a take with its original, if there is one. Never rejects. */
export async function compareTake(
  speech: Speech,
  { frames }: Take,
  { sound, text, language, hasTones }: TurnLine,
) {
  if (!frames) return null;
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, ORIGINAL_TIMEOUT_MS, null));
  const original = await Promise.race([sound, timeout]);
  if (!isMeasured(original)) return { original };
  const words = wordTimes(text, language, original.frames.speech);
  const request = {
    take: frames,
    original: original.frames,
    neighbours: original.neighbours,
    words,
    hasTones,
  };
  return { original, words, compared: await speech.compare(request).catch(() => null) };
}
