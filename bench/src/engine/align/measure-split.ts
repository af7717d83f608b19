import { formatPosition, parsePosition, type subtitles } from '@sayback/contract';
import type { Cue } from '@sayback/subtitles';
import { randomFrom } from '../../../../apps/server/src/testing/hostile/random.ts';
import { joinTexts } from '../../../../apps/web/src/features/subtitles/editor/model/merge.ts';
import { splitSegment } from '../../../../apps/web/src/features/subtitles/editor/model/split.ts';
import { info, type Report, type Row } from '../../report.ts';
import { type GoldPair, isCoarse, readGoldSet } from './gold-set.ts';

const SAMPLES = 200;
/** A cut that is a tenth of a second off is not seen. Where the original's own file has no border, half a second is near. */
const NEAR_MS = { '2-2': 100, '2-1': 100, '1-2': 500 };
const SHOWN = 4;

/** Two neighbouring lines of two files that belong together one to one. */
type Sample = { pair: GoldPair; original: [Cue, Cue]; target: [Cue, Cue] };

/** How many cues the two lines are in each of the files that a person has: where it is one, its border is nowhere written. */
const FORMS = ['2-2', '2-1', '1-2'] as const;
type Form = (typeof FORMS)[number];

type Outcome = { sample: Sample; isRightText: boolean; isRightTime: boolean; parts: string };

function samplesOf(pair: GoldPair): Sample[] {
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
const letters = (text: string) => text.replace(/\s+/g, '');

function split(sample: Sample, form: Form, caretOff: number): Outcome {
  const { pair, original, target } = sample;
  const [whole, wholeTarget] = [joined(original), joined(target)];
  const cues: subtitles.SourceCues = {
    original: form.startsWith('2') ? original : [whole],
    target: form.endsWith('2') ? target : [wholeTarget],
  };
  const segment: subtitles.Segment = {
    id: 1,
    start_time: formatPosition(whole.start),
    end_time: formatPosition(whole.end),
    text_original: whole.text,
    text_target: wholeTarget.text,
    mismatch: true,
    label: form,
    confidence: 0.6,
    edited: false,
    origin: 'file',
    approved: false,
    version: 1,
  };
  const at = original[0].text.trim().length + caretOff;
  const [code, other] = pair.languages;
  const parts = splitSegment(
    segment,
    { field: 'text_original', at },
    { original: code, target: other },
    cues,
  );
  const [first, second] = parts ?? [];
  const isRightText =
    letters(first?.text_original ?? '') === letters(original[0].text) &&
    letters(first?.text_target ?? '') === letters(target[0].text);
  const [end, start] = [first?.end_time, second?.start_time].map(
    (time) => parsePosition(time ?? '') ?? Number.NaN,
  );
  const isRightTime =
    Math.abs((end ?? 0) - original[0].end) <= NEAR_MS[form] &&
    Math.abs((start ?? 0) - original[1].start) <= NEAR_MS[form];
  return { sample, isRightText, isRightTime, parts: `${first?.text_target} | ${second?.text_target}` };
}

const share = (outcomes: readonly Outcome[], of: (outcome: Outcome) => boolean) =>
  (100 * outcomes.filter(of).length) / Math.max(1, outcomes.length);

/** How often a row of two lines is split where its lines really meet: of files whose lines are known, two are joined and split again. */
export async function measureSplit(seed: number): Promise<Report> {
  const pairs = readGoldSet().filter((pair) => !isCoarse(pair));
  const all = pairs.map(samplesOf).filter((samples) => samples.length > 0);
  if (all.length === 0) return { rows: [], notes: ['Left out: there is no set of aligned files here.'] };
  const random = randomFrom(seed);
  const samples = Array.from({ length: SAMPLES }, () => random.pick(random.pick(all)));
  const ofForm = new Map(
    FORMS.map((form) => [form, samples.map((sample) => split(sample, form, random.below(3) - 1))] as const),
  );
  const rows = [...ofForm].map(([form, outcomes]): Row => {
    const isRight = (outcome: Outcome) => outcome.isRightText && outcome.isRightTime;
    const measured = share(outcomes, isRight);
    const texts = share(outcomes, ({ isRightText }) => isRightText);
    const times = share(outcomes, ({ isRightTime }) => isRightTime);
    const aim = form === '2-2' ? 95 : null;
    return {
      what: `${form}: split where the lines meet, in both texts and in time (texts alone, times alone)`,
      measured: `${measured.toFixed(1)} % (${texts.toFixed(1)}, ${times.toFixed(1)})`,
      aim: aim === null ? '' : `≥ ${aim} %`,
      met: aim === null ? null : measured >= aim,
    };
  });
  const wrong = [...ofForm].flatMap(([form, outcomes]) =>
    outcomes
      .filter(({ isRightText }) => !isRightText)
      .slice(0, SHOWN)
      .map(
        ({ sample, parts }) =>
          `${form} ${sample.pair.id}: ‘${parts}’ for ‘${sample.target[0].text} | ${sample.target[1].text}’`,
      ),
  );
  return {
    rows: [...rows, info('pairs of files sampled from', String(all.length))],
    notes: [
      `${SAMPLES} pairs of neighbouring lines, seed ${seed}; the caret at the border of the original’s lines or a character beside it. 2-2: both files have both lines as cues of their own; in 2-1 and 1-2 one of them has both in one cue, where only the text tells, and for the time of 1-2 only the translation’s cues.`,
      ...wrong.map((text) => text.replaceAll('\n', ' ')),
    ],
  };
}
