import { removeAsteriskSounds } from './asterisks.ts';
import type { BracketKind } from './brackets.ts';
import { BRACKET_KINDS, canHavePair, removeBrackets } from './brackets.ts';
import { removeMarkedSounds } from './marked-sounds.ts';
import { removeMusicSymbols } from './music.ts';
import { removeLabels } from './speaker-labels.ts';
import { removeTurnMarks, removeVoices } from './turn-marks.ts';

export type Switches = { hearingImpaired?: boolean; speakerNames?: boolean; effects?: boolean };

/** Names of the rules. They are stable, since the web app translates them and sends them back when a person rejects a change. */
export type CleanRule =
  | 'voice-span'
  | 'turn-mark'
  | 'speaker-label'
  | BracketKind
  | 'marked-sound'
  | 'asterisk-sound'
  | 'music-signs';

/** `previous` is the cleaned text of the previous cue; undefined for the first cue. */
export type CleanContext = { language?: string | undefined; previous?: string | undefined };

export type Rule = { name: CleanRule; apply: (text: string, context: CleanContext) => string };

/** Fast path: rules apply only to texts with one of these characters. */
export const CLEANABLE = /[[({<>*:：﹕&#?（【〔［♩♪♫♬¶🎵🎶𝄞≫≪📱☎📞📺📻🔊⚞⚟➡]/u;

/**
 * Returns the rules that the switches enable, without the refused ones, in the order in which they run on a cue: labels before
 * brackets (`JOHN (O.S.):` is one label), brackets before music symbols (`♪ [humming] ♪` leaves only symbols).
 */
export function selectRules(switches: Switches, refused: ReadonlySet<string>): Rule[] {
  const { hearingImpaired, speakerNames, effects } = switches;
  const rules: Rule[] = [];
  if (speakerNames) {
    rules.push({ name: 'voice-span', apply: removeVoices });
    rules.push({ name: 'turn-mark', apply: removeTurnMarks });
    // Leaves `(MAN):` to the rule for brackets if that is enabled. Otherwise two rules would change it, and rejecting one of them
    // would have no effect.
    const bracketed = !hearingImpaired;
    rules.push({
      name: 'speaker-label',
      apply: (text, { language }) => removeLabels(text, { language, bracketed }),
    });
  }
  if (hearingImpaired || effects) {
    // Both switches share one rule, so that a rejected removal of `[Music]` isn't repeated by the other switch.
    const kinds = BRACKET_KINDS.filter((kind) => !refused.has(kind));
    const scope = hearingImpaired ? 'all' : 'effects';
    for (const kind of kinds) {
      const apply: Rule['apply'] = (text, { language }) =>
        canHavePair(text, kind) ? removeBrackets(text, kind, kinds, scope, language) : text;
      rules.push({ name: kind, apply });
    }
  }
  if (hearingImpaired) rules.push({ name: 'marked-sound', apply: removeMarkedSounds });
  if (effects) {
    rules.push({ name: 'asterisk-sound', apply: removeAsteriskSounds });
    rules.push({ name: 'music-signs', apply: removeMusicSymbols });
  }
  return rules.filter(({ name }) => !refused.has(name));
}
