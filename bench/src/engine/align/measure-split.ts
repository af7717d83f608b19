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
const TARGET_PERCENT = 95;
/** Tolerance of a cut: nobody notices a tenth of a second. Half a second is close if the original file has no boundary there. */
const TOLERANCE_MS = { '2-2': 100, '2-1': 100, '1-2': 500 };
/** Number of rows before and after, as in the editor. */
const NEIGHBOURS = 10;

/** Two adjacent lines that match one to one in both files. */
type Sample = { pair: GoldPair; original: [Cue, Cue]; target: [Cue, Cue] };

/** Number of cues for the two lines in the original and the target. A single cue for both has no boundary between them. */
const FORMS = ['2-2', '2-1', '1-2'] as const;
type Form = (typeof FORMS)[number];

type Outcome = { isRightText: boolean; isRightTime: boolean };

function listSamples(pair: GoldPair): Sample[] {
  const matches = pair.gold.flatMap(([original, target], at) =>
    original.length === 1 && target.length === 1 && !pair.wrong.has(at)
      ? [[original[0], target[0]] as const]
      : [],
  );
  const byOriginal = new Map(matches);
  return matches.flatMap(([first, firstTarget]) => {
    if (first === undefined || firstTarget === undefined) return [];
    if (byOriginal.get(first + 1) !== firstTarget + 1) return [];
    const [original, target] = [pair.original, pair.target].map((cues, side) => {
      const at = side === 0 ? first : firstTarget;
      return [cues[at], cues[at + 1]] as [Cue, Cue];
    }) as [[Cue, Cue], [Cue, Cue]];
    const all = [...original, ...target];
    const hasLetters = all.every((cue) => cue && /\p{L}/u.test(cue.text));
    return hasLetters ? [{ pair, original, target }] : [];
  });
}

const joinPair = ([first, second]: [Cue, Cue]): Cue => ({
  ...first,
  end: second.end,
  text: joinTexts(first.text, second.text),
});
/** Replaces the two cues in the file by other cues. */
const replaceCues = (file: readonly Cue[], [first, second]: [Cue, Cue], cues: readonly Cue[]) =>
  file.flatMap((cue) => (cue === first ? cues : cue === second ? [] : [cue]));
const removeSpaces = (text: string) => text.replace(/\s+/g, '');

const buildSegment = ({ start, end, text_original, text_target }: Omit<Cue, 'index' | 'text'> & Texts) => ({
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

/** Returns the aligner's rows for the files, without those of the two lines, which would contain the answer. */
function buildSurroundings(
  { original }: Sample,
  rows: readonly AlignedSegment[],
): Omit<Surroundings, 'cues'> {
  const [first, second] = original;
  const before = rows.filter(({ end }) => end <= first.start);
  const after = rows.filter(({ start }) => start >= second.end);
  return {
    words: learnRowWords([...before, ...after]),
    neighbours: [...before.slice(-NEIGHBOURS), ...after.slice(0, NEIGHBOURS)].map(buildSegment),
  };
}

function splitSample(
  sample: Sample,
  form: Form,
  caretOffset: number,
  surroundings: Omit<Surroundings, 'cues'>,
): Outcome {
  const { pair, original, target } = sample;
  const [joinedOriginal, joinedTarget] = [joinPair(original), joinPair(target)];
  const cues: subtitles.SourceCues = {
    original: replaceCues(pair.original, original, form.startsWith('2') ? original : [joinedOriginal]),
    target: replaceCues(pair.target, target, form.endsWith('2') ? target : [joinedTarget]),
  };
  const segment = buildSegment({
    ...joinedOriginal,
    text_original: joinedOriginal.text,
    text_target: joinedTarget.text,
  });
  const at = original[0].text.trim().length + caretOffset;
  const [code, other] = pair.languages;
  const result = splitSegment(
    segment,
    { field: 'text_original', at },
    { original: code, target: other },
    { cues, ...surroundings },
  );
  const [first, second] = result?.parts ?? [];
  const isRightText =
    removeSpaces(first?.text_original ?? '') === removeSpaces(original[0].text) &&
    removeSpaces(first?.text_target ?? '') === removeSpaces(target[0].text);
  const [end, start] = [first?.end_time, second?.start_time].map(
    (time) => parsePosition(time ?? '') ?? Number.NaN,
  );
  const isRightTime =
    Math.abs((end ?? 0) - original[0].end) <= TOLERANCE_MS[form] &&
    Math.abs((start ?? 0) - original[1].start) <= TOLERANCE_MS[form];
  return { isRightText, isRightTime };
}

const computePercentage = (outcomes: readonly Outcome[], isCounted: (outcome: Outcome) => boolean) =>
  (100 * outcomes.filter(isCounted).length) / Math.max(1, outcomes.length);

function measureHalf(
  pairs: readonly GoldPair[],
  films: string,
  random: ReturnType<typeof randomFrom>,
): Row[] {
  const samplesByPair = pairs.map(listSamples).filter((samples) => samples.length > 0);
  const samples = Array.from({ length: SAMPLES }, () => random.pick(random.pick(samplesByPair)));
  const rowsByPair = new Map(pairs.map((pair) => [pair, align(pair.original, pair.target)]));
  const outcomes = samples.map((sample) => {
    const surroundings = buildSurroundings(sample, rowsByPair.get(sample.pair) ?? []);
    return FORMS.map((form) => splitSample(sample, form, random.below(3) - 1, surroundings));
  });
  const measured = FORMS.map((form, at): Row => {
    const formOutcomes = outcomes.flatMap((sampleOutcomes) => sampleOutcomes[at] ?? []);
    const both = computePercentage(
      formOutcomes,
      ({ isRightText, isRightTime }) => isRightText && isRightTime,
    );
    const texts = computePercentage(formOutcomes, ({ isRightText }) => isRightText);
    const times = computePercentage(formOutcomes, ({ isRightTime }) => isRightTime);
    return {
      what: `${form}, ${films}: split where the lines meet, in both texts and in time (texts alone, times alone)`,
      measured: `${both.toFixed(1)} % (${texts.toFixed(1)}, ${times.toFixed(1)})`,
      aim: `≥ ${TARGET_PERCENT} %`,
      met: both >= TARGET_PERCENT,
    };
  });
  return [...measured, info(`pairs of files sampled from, ${films}`, String(samplesByPair.length))];
}

/** Measures how often a joined row of two lines is split at their boundary: joins lines of known files, and splits them again. */
export async function measureSplit(seed: number): Promise<Report> {
  const pairs = readGoldSet().filter((pair) => !isCoarse(pair));
  if (pairs.length === 0) return { rows: [], notes: ['Skipped: the set of aligned files is missing.'] };
  const films = [...new Set(pairs.map(({ source }) => source))];
  // The long pair shares its films with others, so it belongs to the half used for tuning.
  const isTuningPair = (pair: GoldPair) => films.indexOf(pair.source) % 2 === 0 || pair.id === STRESS_PAIR;
  const random = randomFrom(seed);
  const tuningRows = measureHalf(pairs.filter(isTuningPair), 'films used for tuning', random);
  const otherRows = measureHalf(
    pairs.filter((pair) => !isTuningPair(pair)),
    'other films',
    random,
  );
  return {
    rows: [...otherRows, ...tuningRows],
    notes: [
      `${SAMPLES} pairs of neighbouring lines of each half of the films, seed ${seed}; the caret at the border of the original’s lines or a character beside it. 2-2: both files have both lines as cues of their own; in 2-1 and 1-2 one of them has both in one cue, where only the texts tell, and for the time of 1-2 only the lengths and the translation’s cues, whose times in these files are moved at random, by 150 to 400 ms (standard deviation).`,
    ],
  };
}
