// What stands for a sound or a song rather than speech.
const SOUND = /\[[^\]]*\]|\([^)]*\)|（[^）]*）|【[^】]*】|[♪♫#*]/g;
const SPOKEN = /[\p{L}\p{N}]/u;
const SYLLABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const NUMBER = /\d+(?:[.,]\d+)*/g;
const SENTENCE_END = /[.!?。！？؟…।]["'”’»」』)]*$/u;

// How much each finding speaks against a pair; at LIMIT it is doubted. A length that is off by the factor e counts 1.
const ENDS_DIFFER = 0.4;
const NUMBERS_DIFFER = 0.5;
const NO_COMMON_TIME = 0.3;
const LIMIT = 0.5;
// How fast confidence falls around the limit.
const STEEPNESS = 6;

// Short lines differ by chance ('Yes.' and 'Ja, das stimmt.'): lengths count less below the first, and are all damped.
const SHORT = 8;
const DAMPING = 4;
const LEAST_LENGTH = 12;
// Some languages and some transcripts end their sentences without a sign; then ends say nothing.
const ENDS_AGREE_SHARE = 0.75;

/** The two texts of one bead, and the time that they share as a part (0 to 1) of the time that either takes. */
export type Pair = { original: string; target: string; overlap: number };

/** What is usual for two files: the logarithm of target length to original length, and whether sentence ends agree. */
export type Habit = { lengthRatio: number; endsAgree: boolean };

/** Whether a text carries speech: sound tags and music signs alone don't. */
export function isSpeech(text: string): boolean {
  return SPOKEN.test(text.replace(SOUND, ''));
}

/** Takes the median length ratio and the agreement of sentence ends over all pairs of two files. */
export function learnHabit(pairs: readonly Pair[]): Habit {
  const ratios = pairs
    .map(({ original, target }) => [weigh(original), weigh(target)] as const)
    .filter(([a, b]) => a >= LEAST_LENGTH && b >= LEAST_LENGTH)
    .map(([a, b]) => Math.log(b / a))
    .sort((a, b) => a - b);
  const agreeing = pairs.filter((pair) => !endsDiffer(pair)).length;
  return {
    lengthRatio: ratios[ratios.length >> 1] ?? 0,
    endsAgree: agreeing >= pairs.length * ENDS_AGREE_SHARE,
  };
}

/**
 * Judges one pair by what speaks against it: unequal lengths, one side ending a sentence and the other not, numbers none
 * of which agree, little common time. `confidence` is 0 to 1, and below a half where `doubt` is true.
 */
export function judgePair(pair: Pair, habit: Habit): { doubt: boolean; confidence: number } {
  const [original, target] = [weigh(pair.original), weigh(pair.target)];
  const stretch = Math.abs(Math.log((target + DAMPING) / (original + DAMPING)) - habit.lengthRatio);
  const against =
    (Math.max(original, target) >= SHORT ? stretch : stretch / 2) +
    (habit.endsAgree && endsDiffer(pair) ? ENDS_DIFFER : 0) +
    (numbersDiffer(pair) ? NUMBERS_DIFFER : 0) +
    (1 - Math.min(1, pair.overlap)) * NO_COMMON_TIME;
  const confidence = 1 / (1 + Math.exp(STEEPNESS * (against - LIMIT)));
  return { doubt: against > LIMIT, confidence: Math.round(confidence * 100) / 100 };
}

/** How long a text is to say, roughly, in letters: a sign that stands for a syllable counts for two to three. */
function weigh(text: string): number {
  let weight = 0;
  for (const character of text) {
    if (SPOKEN.test(character)) weight += SYLLABLE.test(character) ? 2.5 : 1;
  }
  return weight;
}

function endsDiffer({ original, target }: Pair): boolean {
  return SENTENCE_END.test(original.trimEnd()) !== SENTENCE_END.test(target.trimEnd());
}

function numbersDiffer({ original, target }: Pair): boolean {
  const numbers = (text: string) =>
    new Set((text.normalize('NFKC').match(NUMBER) ?? []).map((number) => number.replace(/[.,]/g, '')));
  const [a, b] = [numbers(original), numbers(target)];
  return a.size > 0 && b.size > 0 && ![...a].some((number) => b.has(number));
}
