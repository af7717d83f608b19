import { formatPosition, parsePosition, type subtitles } from '@sayback/contract';
import { type AlignedSegment, align, type Cue, learnRowWords } from '@sayback/subtitles';
import { randomFrom } from '../../../../apps/server/src/testing/hostile/random.ts';
import { joinTexts } from '../../../../apps/web/src/features/subtitles/editor/model/merge.ts';
import {
  type Surroundings,
  splitSegment,
} from '../../../../apps/web/src/features/subtitles/editor/model/split.ts';
import { info, type Report, type Row } from '../../report.ts';
import { type GoldPair, isCoarse, readGoldSet, STRESS_PAIR } from './gold-set.ts';

const SAMPLES = 200;
const TARGET = 95;
/**
 * Tolerance: nobody notices a cut that is a tenth of a second off. Where the original's own file has no border, half a second
 * is close.
 */
const NEAR_MS = { '2-2': 100, '2-1': 100, '1-2': 500 };
/** Rows before and after, as in the editor. */
const NEIGHBOURS = 10;

/** Two neighbouring lines that match one to one in both files. */
type Sample = { pair: GoldPair; original: [Cue, Cue]; target: [Cue, Cue] };

/** Number of cues for the two lines in the original and the target file. A single cue for both doesn't contain their border. */
const FORMS = ['2-2', '2-1', '1-2'] as const;
type Form = (typeof FORMS)[number];

type Outcome = { isRightText: boolean; isRightTime: boolean };

function getSamples(pair: GoldPair): Sample[] {
  const single = pair.gold.flatMap(([original, target], at) =>
    original.length === 1 && target.length === 1 && !pair.wrong.has(at)
      ? [[original[0], target[0]] as const]
      : [],
  );
  const byOriginal = new Map(single);
  return single.flatMap(([first, firstTarget]) => {
    if (first === undefined || firstTarget === undefined) return [];
    if (byOriginal.get(first + 1) !== firstTarget + 1) return [];
    const [original, target] = [pair.original, pair.target].map((cues, side) => {
      const at = side === 0 ? first : firstTarget;
      return [cues[at], cues[at + 1]] as [Cue, Cue];
    }) as [[Cue, Cue], [Cue, Cue]];
    const all = [...original, ...target];
    const isWhole = all.every((cue) => cue && /\p{L}/u.test(cue.text));
    return isWhole ? [{ pair, original, target }] : [];
  });
}

const joined = ([first, second]: [Cue, Cue]): Cue => ({
  ...first,
  end: second.end,
  text: joinTexts(first.text, second.text),
});
/** The file, with other cues in place of the two. */
const fileWith = (file: readonly Cue[], [first, second]: [Cue, Cue], cues: readonly Cue[]) =>
  file.flatMap((cue) => (cue === first ? cues : cue === second ? [] : [cue]));
const letters = (text: string) => text.replace(/\s+/g, '');

const getSegment = ({ start, end, text_original, text_target }: Omit<Cue, 'index' | 'text'> & Texts) => ({
  id: 1,
  start_time: formatPosition(start),
  end_time: formatPosition(end),
  text_original,
  text_target,
  mismatch: true,
  label: '2-2',
  confidence: 0.6,
  edited: false,
  origin: 'file' as const,
  approved: false,
  version: 1,
});
type Texts = Pick<subtitles.Segment, 'text_original' | 'text_target'>;

/** The aligner's rows for the files, without those of the two lines, which would reveal the answer. */
function getSurroundings({ original }: Sample, rows: readonly AlignedSegment[]): Omit<Surroundings, 'cues'> {
  const [first, second] = original;
  const before = rows.filter(({ end }) => end <= first.start);
  const after = rows.filter(({ start }) => start >= second.end);
  return {
    words: learnRowWords([...before, ...after]),
    neighbours: [...before.slice(-NEIGHBOURS), ...after.slice(0, NEIGHBOURS)].map(getSegment),
  };
}

function split(sample: Sample, form: Form, caretOff: number, around: Omit<Surroundings, 'cues'>): Outcome {
  const { pair, original, target } = sample;
  const [whole, wholeTarget] = [joined(original), joined(target)];
  const cues: subtitles.SourceCues = {
    original: fileWith(pair.original, original, form.startsWith('2') ? original : [whole]),
    target: fileWith(pair.target, target, form.endsWith('2') ? target : [wholeTarget]),
  };
  const segment = getSegment({ ...whole, text_original: whole.text, text_target: wholeTarget.text });
  const at = original[0].text.trim().length + caretOff;
  const [code, other] = pair.languages;
  const divided = splitSegment(
    segment,
    { field: 'text_original', at },
    { original: code, target: other },
    { cues, ...around },
  );
  const [first, second] = divided?.parts ?? [];
  const isRightText =
    letters(first?.text_original ?? '') === letters(original[0].text) &&
    letters(first?.text_target ?? '') === letters(target[0].text);
  const [end, start] = [first?.end_time, second?.start_time].map(
    (time) => parsePosition(time ?? '') ?? Number.NaN,
  );
  const isRightTime =
    Math.abs((end ?? 0) - original[0].end) <= NEAR_MS[form] &&
    Math.abs((start ?? 0) - original[1].start) <= NEAR_MS[form];
  return { isRightText, isRightTime };
}

const share = (outcomes: readonly Outcome[], of: (outcome: Outcome) => boolean) =>
  (100 * outcomes.filter(of).length) / Math.max(1, outcomes.length);

function measureHalf(
  pairs: readonly GoldPair[],
  films: string,
  random: ReturnType<typeof randomFrom>,
): Row[] {
  const all = pairs.map(getSamples).filter((samples) => samples.length > 0);
  const samples = Array.from({ length: SAMPLES }, () => random.pick(random.pick(all)));
  const rowsByPair = new Map(pairs.map((pair) => [pair, align(pair.original, pair.target)]));
  const outcomes = samples.map((sample) => {
    const around = getSurroundings(sample, rowsByPair.get(sample.pair) ?? []);
    return FORMS.map((form) => split(sample, form, random.below(3) - 1, around));
  });
  const measured = FORMS.map((form, at): Row => {
    const those = outcomes.flatMap((ofSample) => ofSample[at] ?? []);
    const both = share(those, ({ isRightText, isRightTime }) => isRightText && isRightTime);
    const texts = share(those, ({ isRightText }) => isRightText);
    const times = share(those, ({ isRightTime }) => isRightTime);
    return {
      what: `${form}, ${films}: split where the lines meet, in both texts and in time (texts alone, times alone)`,
      measured: `${both.toFixed(1)} % (${texts.toFixed(1)}, ${times.toFixed(1)})`,
      aim: `≥ ${TARGET} %`,
      met: both >= TARGET,
    };
  });
  return [...measured, info(`pairs of files sampled from, ${films}`, String(all.length))];
}

/** Measures how often a joined row of two lines is split at their border: joins lines of known files, and splits them again. */
export async function measureSplit(seed: number): Promise<Report> {
  const pairs = readGoldSet().filter((pair) => !isCoarse(pair));
  if (pairs.length === 0) return { rows: [], notes: ['Skipped: the set of aligned files is missing.'] };
  const films = [...new Set(pairs.map(({ source }) => source))];
  // The long pair shares its films with others, so it stays in the half that was inspected.
  const wasSeen = (pair: GoldPair) => films.indexOf(pair.source) % 2 === 0 || pair.id === STRESS_PAIR;
  const random = randomFrom(seed);
  const seen = measureHalf(pairs.filter(wasSeen), 'films used for tuning', random);
  const unseen = measureHalf(
    pairs.filter((pair) => !wasSeen(pair)),
    'other films',
    random,
  );
  return {
    rows: [...unseen, ...seen],
    notes: [
      `${SAMPLES} pairs of neighbouring lines of each half of the films, seed ${seed}; the caret at the border of the original’s lines or a character beside it. 2-2: both files have both lines as cues of their own; in 2-1 and 1-2 one of them has both in one cue, where only the texts tell, and for the time of 1-2 only the lengths and the translation’s cues, whose times in these files are moved at random, by 150 to 400 ms (standard deviation).`,
    ],
  };
}
