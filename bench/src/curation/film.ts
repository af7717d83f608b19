const WORDS = (
  'the a water morning table under never always small green river walk open door light window about people carry ' +
  'long winter bread answer between sister coffee station letter behind quiet hundred train garden summer'
).split(' ');

/** Time between the starts of two cues. */
export const CUE_MS = 3000;

/** Creates a seeded pseudo-random number generator from 0 to below 1 (linear congruential). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns a line of three to nine words, different for each number. */
export function makeLine(number: number, language: string): string {
  const random = createRandom(number * 7919 + language.length);
  const words = Array.from(
    { length: 3 + Math.floor(random() * 7) },
    () => WORDS[Math.floor(random() * WORDS.length)],
  );
  return `${language} ${words.join(' ')} ${number}.`;
}

const formatTime = (ms: number) => new Date(ms).toISOString().slice(11, 23);

/** Generates a WebVTT file. If `isLoose`, cues start 120 ms late, and every tenth one joins two lines. */
export function makeFilm(cues: number, language: string, isLoose = false): string {
  const written: string[] = [];
  for (let number = 0; number < cues; number += 1) {
    const joins = isLoose && number % 10 === 9 && number + 1 < cues;
    const start = number * CUE_MS + (isLoose ? 120 : 0);
    const end = (number + (joins ? 1 : 0)) * CUE_MS + 2500;
    const text = joins
      ? `${makeLine(number, language)} ${makeLine(number + 1, language)}`
      : makeLine(number, language);
    written.push(`${formatTime(start)} --> ${formatTime(end)}\n${text}\n`);
    if (joins) number += 1;
  }
  return `WEBVTT\n\n${written.join('\n')}`;
}
