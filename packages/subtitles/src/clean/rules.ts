import { removeAsteriskSounds } from './asterisks.ts';
import type { BracketKind } from './brackets.ts';
import { BRACKET_KINDS, mayHavePair, removeBrackets } from './brackets.ts';
import { removeMarkedSounds } from './marked-sounds.ts';
import { removeMusicSigns } from './music.ts';
import { removeLabels } from './speaker-labels.ts';
import { removeTurnMarks, removeVoices } from './turn-marks.ts';

export type Switches = { hearingImpaired?: boolean; speakerNames?: boolean; effects?: boolean };

/** Stable names: the web app translates them, and sends them back when a person rejects a change. */
export type CleanRule =
  | 'voice-span'
  | 'turn-mark'
  | 'speaker-label'
  | BracketKind
  | 'marked-sound'
  | 'asterisk-sound'
  | 'music-signs';

/** `previous` is the cleaned text of the cue before; undefined for the first. */
export type Situation = { language?: string | undefined; previous?: string | undefined };

export type Rule = { name: CleanRule; apply: (text: string, situation: Situation) => string };

/** Fast path: most texts contain none of these characters, so no rule applies. */
export const MAY_NEED_CLEANING = /[[({<>*:：﹕&#?（【〔［♩♪♫♬¶🎵🎶𝄞≫≪📱☎📞📺📻🔊⚞⚟➡]/u;

/**
 * Returns the rules that the switches turn on, without the refused ones, in the order in which they run on a cue: labels before
 * brackets (`JOHN (O.S.):` is one label), brackets before music symbols (`♪ [humming] ♪` leaves only symbols).
 */
export function rulesFor(switches: Switches, refused: ReadonlySet<string>): Rule[] {
  const { hearingImpaired, speakerNames, effects } = switches;
  const rules: Rule[] = [];
  if (speakerNames) {
    rules.push({ name: 'voice-span', apply: removeVoices });
    rules.push({ name: 'turn-mark', apply: removeTurnMarks });
    // Leave `(MAN):` to the brackets' rule if that is on: a change by two rules couldn't be rejected individually.
    const bracketed = !hearingImpaired;
    rules.push({
      name: 'speaker-label',
      apply: (text, { language }) => removeLabels(text, { language, bracketed }),
    });
  }
  if (hearingImpaired || effects) {
    // One rule for both switches, so that the other one can't undo a rejected removal of `[Music]`.
    const kinds = BRACKET_KINDS.filter((kind) => !refused.has(kind));
    const only = hearingImpaired ? 'all' : 'effects';
    for (const kind of kinds) {
      const apply: Rule['apply'] = (text, { language }) =>
        mayHavePair(text, kind) ? removeBrackets(text, kind, kinds, only, language) : text;
      rules.push({ name: kind, apply });
    }
  }
  if (hearingImpaired) rules.push({ name: 'marked-sound', apply: removeMarkedSounds });
  if (effects) {
    rules.push({ name: 'asterisk-sound', apply: removeAsteriskSounds });
    rules.push({ name: 'music-signs', apply: removeMusicSigns });
  }
  return rules.filter(({ name }) => !refused.has(name));
}
