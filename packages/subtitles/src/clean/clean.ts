import type { Cue } from '../cues/cue.ts';
import { tidyRemoval } from './dialogue.ts';
import type { CleanRule, Rule, Switches } from './rules.ts';
import { MAY_NEED_CLEANING, rulesFor } from './rules.ts';

/**
 * Each switch turns on its own part and nothing else; absent means off.
 * - `hearingImpaired`: what is in brackets.
 * - `speakerNames`: `MAN:`, `>>`, WebVTT's voice spans.
 * - `effects`: `[Music]` and its kin in any language, `*door creaks*`, cues of music signs alone.
 *
 * `language` (a code such as `tr` or `pt-BR`) only matters where a letter is put in upper case. `refused` are the
 * changes that a person doesn't want, as a former call answered them: that rule then leaves that cue alone, while
 * the others work on the text as it stands without it.
 */
export type CleanOptions = Switches & {
  language?: string;
  refused?: readonly Pick<CleanChange, 'index' | 'rule'>[];
};

/**
 * One step of one rule on one cue. `index` is the cue's 1-based position in the input, `before` and `after` its whole text;
 * `after` is null if the cue is removed. The steps of a cue form a chain: the first `before` is the input text, each further
 * one the previous `after`.
 */
export type CleanChange = { index: number; rule: CleanRule; before: string; after: string | null };

export type Cleaning = { cues: Cue[]; changes: CleanChange[] };

// Maximum number of rounds. Real text settles in two or three; one that needs more is malicious.
const MAX_ROUNDS = 12;

/**
 * Removes anything that isn't speech, modelled on Subtitle Edit's ‘Remove text for hearing impaired’
 * (https://github.com/SubtitleEdit/subtitleedit). Emptied cues are removed and the rest renumbered; an unchanged text is
 * returned byte for byte, with its markup; a changed one loses the markup's payload. Cleaning the result again with the same
 * switches changes nothing more. Times are unchanged. Never throws.
 */
export function clean(cues: readonly Cue[], options: CleanOptions): Cleaning {
  const refused = refusedByCue(options.refused ?? []);
  const everyRule = rulesFor(options, NONE);
  const cleaned: Cue[] = [];
  const changes: CleanChange[] = [];
  for (const [position, cue] of cues.entries()) {
    const names = refused.get(position + 1);
    const rules = names ? rulesFor(options, names) : everyRule;
    const situation = { language: options.language, previous: cleaned.at(-1)?.text };
    const steps = MAY_NEED_CLEANING.test(cue.text) ? settle(cue.text, rules, situation) : [];
    for (const step of steps) changes.push({ index: position + 1, ...step });
    const last = steps.at(-1);
    if (last?.after === null) continue;
    const index = cleaned.length + 1;
    if (last) cleaned.push({ ...withoutPayload(cue), index, text: last.after });
    else cleaned.push(cue.index === index ? cue : { ...cue, index });
  }
  return { cues: cleaned, changes };
}

const NONE: ReadonlySet<string> = new Set();

type Step = Omit<CleanChange, 'index'>;

function settle(original: string, rules: readonly Rule[], situation: Parameters<Rule['apply']>[1]): Step[] {
  const steps: Step[] = [];
  let text = original;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = text;
    for (const { name, apply } of rules) {
      const raw = apply(text, situation);
      if (raw === text) continue;
      const after = tidyRemoval(text, raw);
      const gone = after.trim() === '';
      steps.push({ rule: name, before: text, after: gone ? null : after });
      if (gone) return steps;
      text = after;
    }
    if (text === before) return steps;
  }
  return [];
}

function refusedByCue(refused: readonly Pick<CleanChange, 'index' | 'rule'>[]): Map<number, Set<string>> {
  const byCue = new Map<number, Set<string>>();
  for (const { index, rule } of refused) {
    const rules = byCue.get(index) ?? new Set();
    byCue.set(index, rules.add(rule));
  }
  return byCue;
}

/** The payload is the old text with its tags; the cue's position in the picture is still valid. */
function withoutPayload({ markup, ...cue }: Cue): Cue {
  const { payload: _, ...others } = markup ?? {};
  return markup && Object.keys(others).length > 1
    ? { ...cue, markup: { ...others, format: markup.format } }
    : cue;
}
