import { createRandom } from './random.ts';
import { type Piece, VOWELS } from './source-filter-voice.ts';

/** Makes a line of syllables: vowels with gliding pitch, each followed by a hiss. Deterministic for a seed. */
export function makeSentence(
  seed: number,
  { syllables = 8, hz = 120, pauseAfter = -1, pause = 0.6, leaveOut = -1 } = {},
): Piece[] {
  const random = createRandom(seed);
  const names = Object.keys(VOWELS) as (keyof typeof VOWELS)[];
  const pieces: Piece[] = [];
  let previous = -1;
  for (let syllable = 0; syllable < syllables; syllable++) {
    let vowel = Math.floor(random() * (names.length - 1));
    if (vowel >= previous) vowel++;
    previous = vowel % names.length;
    const from = hz * 2 ** ((random() - 0.5) * 0.6);
    const to = from * 2 ** ((random() - 0.5) * 0.4);
    const seconds = 0.14 + 0.1 * random();
    const hiss = 0.06 + 0.05 * random();
    if (syllable === leaveOut || syllable === leaveOut + 1) {
      if (leaveOut >= 0) continue;
    }
    pieces.push(
      { vowel: names[previous] ?? 'a', seconds, hz: from, endHz: to },
      { hiss: true, seconds: hiss },
    );
    if (syllable === pauseAfter) pieces.push({ silence: true, seconds: pause });
  }
  return pieces;
}
