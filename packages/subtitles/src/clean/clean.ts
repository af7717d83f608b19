import type { Cue } from '../cues/cue.ts';
import { tidyRemoval } from './dialogue.ts';
import type { CleanRule, Rule, Switches } from './rules.ts';
import { CLEANABLE, selectRules } from './rules.ts';

/**
 * Options of cleaning. Each switch enables one part; the default is off.
 * - `hearingImpaired`: text in brackets.
 * - `speakerNames`: `MAN:`, `>>`, WebVTT's voice spans.
 * - `effects`: sound effects such as `[Music]` in any language, `*door creaks*`, and cues with only music symbols.
 *
 * `language` (a code such as `tr` or `pt-BR`) determines how letters are capitalised. `refused` are changes of an earlier call
 * that a person has rejected: their rules then skip their cues.
 */
export type CleanOptions = Switches & {
  language?: string;
  refused?: readonly Pick<CleanChange, 'index' | 'rule'>[];
};

/**
 * One change of a cue by one rule. `index` is the cue's 1-based position in the input; `before` and `after` are its whole text;
 * `after` is null if the cue is removed. The changes of a cue form a chain: the first `before` is the input text, each later one
 * equals the previous `after`.
 */
export type CleanChange = { index: number; rule: CleanRule; before: string; after: string | null };

export type Cleaning = { cues: Cue[]; changes: CleanChange[] };

// Maximum number of rounds. Real texts need two or three.
const MAX_ROUNDS = 12;

/**
 * Removes text that isn't speech, modelled on Subtitle Edit's ‘Remove text for hearing impaired’
 * (https://github.com/SubtitleEdit/subtitleedit). Removes cues without remaining text, and renumbers the rest. Preserves the text
 * and markup of unchanged cues exactly; changed cues lose their markup's payload. Doesn't change times. Idempotent for the same
 * switches. Never throws.
 */
export function clean(cues: readonly Cue[], options: CleanOptions): Cleaning {
  const refused = groupRefusedRules(options.refused ?? []);
  const allRules = selectRules(options, NO_RULES);
  const cleaned: Cue[] = [];
  const changes: CleanChange[] = [];
  for (const [position, cue] of cues.entries()) {
    const refusedNames = refused.get(position + 1);
    const rules = refusedNames ? selectRules(options, refusedNames) : allRules;
    const context = { language: options.language, previous: cleaned.at(-1)?.text };
    const steps = CLEANABLE.test(cue.text) ? applyRules(cue.text, rules, context) : [];
    for (const step of steps) changes.push({ index: position + 1, ...step });
    const last = steps.at(-1);
    if (last?.after === null) continue;
    const index = cleaned.length + 1;
    if (last) cleaned.push({ ...removePayload(cue), index, text: last.after });
    else cleaned.push(cue.index === index ? cue : { ...cue, index });
  }
  return { cues: cleaned, changes };
}

const NO_RULES: ReadonlySet<string> = new Set();

type Step = Omit<CleanChange, 'index'>;

function applyRules(original: string, rules: readonly Rule[], context: Parameters<Rule['apply']>[1]): Step[] {
  const steps: Step[] = [];
  let text = original;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = text;
    for (const { name, apply } of rules) {
      const raw = apply(text, context);
      if (raw === text) continue;
      const after = tidyRemoval(text, raw);
      const isRemoved = after.trim() === '';
      steps.push({ rule: name, before: text, after: isRemoved ? null : after });
      if (isRemoved) return steps;
      text = after;
    }
    if (text === before) return steps;
  }
  return [];
}

function groupRefusedRules(
  refused: readonly Pick<CleanChange, 'index' | 'rule'>[],
): Map<number, Set<string>> {
  const refusedRules = new Map<number, Set<string>>();
  for (const { index, rule } of refused) {
    const rules = refusedRules.get(index) ?? new Set();
    refusedRules.set(index, rules.add(rule));
  }
  return refusedRules;
}

/** Removes the old text and its tags from the markup, but not the cue's position on the screen. */
function removePayload({ markup, ...cue }: Cue): Cue {
  const { payload: _, ...otherFields } = markup ?? {};
  return markup && Object.keys(otherFields).length > 1
    ? { ...cue, markup: { ...otherFields, format: markup.format } }
    : cue;
}
