import { analyse, compare, type Hint, wordsIn, wordTimes } from '@sayback/speech';
import { concatenate, silence } from '../../../packages/speech/src/testing/noise.ts';
import { createRandom } from '../../../packages/speech/src/testing/random.ts';
import type { HintSet } from './material/hint-halves.ts';
import { addRoomNoise, makeProfile } from './material/mixtures.ts';
import { speakWithEspeak, speakWithFlite } from './material/voices.ts';

const SNR = 25;
const SHORTEST_WORD = 4;

/**
 * Chooses hints for takes by another synthesiser at an SNR of 25 dB: the whole line, with a pause of 400 to 800 ms, without a
 * word, and both. For takes without a word, `named` is the share of 'left-out' hints that name a word; of those, `exact` is the
 * share that names only the missing word, `wrong` the share that doesn't name it.
 */
export function measureHints(sets: readonly HintSet[]) {
  const lines = sets.flatMap(listHints);
  const missed = lines.flatMap(({ leftOut, leftOutPaused }) => [leftOut, leftOutPaused]);
  const hinted = missed.filter(({ hint }) => hint?.kind === 'left-out');
  const named = hinted.filter(({ named }) => named.length > 0);
  return {
    whole: lines.map(({ whole }) => whole.hint),
    paused: lines.map(({ paused }) => paused.hint),
    leftOut: lines.map(({ leftOut }) => leftOut.hint),
    leftOutPaused: lines.map(({ leftOutPaused }) => leftOutPaused.hint),
    named: named.length / hinted.length,
    exact: named.filter(({ named, missing }) => named.join(' ') === missing).length / named.length,
    wrong: named.filter(({ named, missing }) => !named.includes(missing)).length / named.length,
  };
}

type Heard = { hint: Hint | null; named: string[]; missing: string };

function listHints({ seed, original, learner, texts }: HintSet) {
  const random = createRandom(seed);
  const spoken = speakWithEspeak(texts.map((text) => ({ voice: original, text, rate: 165 })));
  return spoken.map(({ samples }, index) => {
    const text = texts[index] ?? '';
    const line = makeProfile(addRoomNoise(samples, { snr: 60, seed: 1 }));
    const times = wordTimes(text, 'en', line.speech);
    const words = text.split(' ');
    const long = words.map((_, at) => at).filter((at) => (words[at] ?? '').length >= SHORTEST_WORD);
    const out = long[Math.floor(random() * long.length)] ?? 0;
    const without = words.filter((_, at) => at !== out);
    // Pause neither at an end nor next to the missing word.
    const places = without.map((_, at) => at).filter((at) => at > 1 && Math.abs(at - out) > 1);
    const pauseAt = places[Math.floor(random() * places.length)] ?? 2;
    const pause = 0.4 + 0.4 * random();
    const listen = (...parts: Float32Array[]): Heard => {
      const take = analyse(addRoomNoise(concatenate(...parts), { snr: SNR, seed: seed + index }));
      const { hint } = compare(take, line, { words: times });
      const named = hint?.kind === 'left-out' && hint.place ? wordsIn(times, hint.place) : [];
      return { hint, named: named.map((word) => word.text), missing: words[out] ?? '' };
    };
    const speak = (some: readonly string[]) => speakWithFlite(learner, some.join(' '));
    const speakWithPauses = (some: readonly string[]) =>
      listen(speak(some.slice(0, pauseAt)), silence(pause), speak(some.slice(pauseAt)));
    return {
      whole: listen(speak(words)),
      paused: speakWithPauses(words),
      leftOut: listen(speak(without)),
      leftOutPaused: speakWithPauses(without),
    };
  });
}
