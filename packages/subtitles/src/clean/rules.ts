import { removeAsteriskSounds } from './asterisks.ts';
import type { BracketKind } from './brackets.ts';
import { BRACKET_KINDS, hasBracket, removeBrackets } from './brackets.ts';
import { removeMarkedSounds } from './marked-sounds.ts';
import { removeMusicSigns } from './music.ts';
import { removeLabels } from './speaker-labels.ts';
import { removeTurnMarks, removeVoices } from './turn-marks.ts';

export type Switches = { hearingImpaired?: boolean; speakerNames?: boolean; effects?: boolean };

/** Stable names: they travel to the web, which words them, and come back when a person refuses a change. */
export type CleanRule =
  | 'voice-span'
  | 'turn-mark'
  | 'speaker-label'
  | BracketKind
  | 'marked-sound'
  | 'asterisk-sound'
  | 'music-signs';

/** `previous` is the text of the cue before, already clean; undefined for the first. */
export type Situation = { language?: string | undefined; previous?: string | undefined };

export type Rule = { name: CleanRule; apply: (text: string, situation: Situation) => string };

/** Most texts hold none of these signs, and then no rule has anything to do. */
export const MAY_NEED_CLEANING = /[[({<>*:：﹕&#?（【〔［♩♪♫♬🎵🎶𝄞≫≪📱☎📞📺📻🔊⚞⚟➡]/u;

/**
 * The rules that the switches turn on, without the refused ones, in the order in which they work on a cue: labels
 * before brackets (`JOHN (O.S.):` is one label), brackets before signs (`♪ [humming] ♪` leaves signs alone).
 */
export function rulesFor(switches: Switches, refused: ReadonlySet<string>): Rule[] {
  const { hearingImpaired, speakerNames, effects } = switches;
  const rules: Rule[] = [];
  if (speakerNames) {
    rules.push({ name: 'voice-span', apply: removeVoices });
    rules.push({ name: 'turn-mark', apply: removeTurnMarks });
    // `(MAN):` is the brackets' to remove where they are on: two rules on one thing could not be refused singly.
    const bracketed = !hearingImpaired;
    rules.push({
      name: 'speaker-label',
      apply: (text, { language }) => removeLabels(text, { language, bracketed }),
    });
  }
  if (hearingImpaired || effects) {
    // One rule for both switches, so that refusing the removal of `[Music]` isn't undone by the other one.
    const kinds = BRACKET_KINDS.filter((kind) => !refused.has(kind));
    const only = hearingImpaired ? 'all' : 'effects';
    for (const kind of kinds) {
      const apply = (text: string) =>
        hasBracket(text, kind) ? removeBrackets(text, kind, kinds, only) : text;
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
