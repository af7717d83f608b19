import { weighText } from '@sayback/subtitles/line-text';
import type { PracticeSegment } from '../queries.ts';

type Line = Omit<PracticeSegment, 'id'>;

/** More than this, in letters or milliseconds, is long. */
const LONG_TEXT = 80;
const LONG_TIME = 7000;
/** In milliseconds: what is shorter isn't divided, however much it says. */
const LEAST_TIME = 2000;
/** The least that a part has, in letters and as a share of what is divided. */
const SHORTEST_PART = 12;
const LEAST_SHARE = 0.2;
/** Bonus for a sentence's end over a clause's, as a share of the text. */
const SENTENCE_BONUS = 0.15;
/** Maximum distance of the translation's cut from its counterpart in the original, as a share. */
const TARGET_TOLERANCE = 0.15;

/** Places to cut a text: after a line break, a sentence, or a clause. */
const CUT =
  /\n+|[.!?…؟।]+["'”’»)\]]*\s+|[。！？]+[」』）]*|[,;:،؛](?=\s)["'”’»)\]]*\s+|\s[—–]\s|[、，；：]/gu;
const SENTENCE = /[\n.!?…؟।。！？]/u;
const ABBREVIATION = /(?:^|\s)(?:mr|mrs|ms|dr|st|sra?|dra|prof|m|mme|hr|fr|vs|no)\.\s$/iu;

/**
 * A line in parts that aren't long, as far as its own line breaks and punctuation allow; the parts' times are in proportion to
 * their letters. The translation is divided alike where it can be, else each part has all of it.
 */
export function divideLine({ start, end, original, target }: Line): Line[] {
  const length = end - start;
  const whole = weighText(original);
  const parts = length < LEAST_TIME ? [original] : divide(original, length / whole);
  if (parts.length === 1) return [{ start, end, original, target }];
  const shares = parts.map((part) => weighText(part) / whole);
  const targets = divideAlike(target, shares);
  let spoken = 0;
  return parts.map((part, at) => {
    const from = start + Math.round(length * spoken);
    spoken += shares[at] ?? 0;
    const to = at === parts.length - 1 ? end : start + Math.round(length * spoken);
    return { start: from, end: to, original: part.trim(), target: targets?.[at] ?? target };
  });
}

function divide(text: string, msPerLetter: number): string[] {
  const weight = weighText(text);
  if (weight <= LONG_TEXT && weight * msPerLetter <= LONG_TIME) return [text];
  const cut = bestCut(text, weight);
  if (cut === null) return [text];
  return [...divide(text.slice(0, cut), msPerLetter), ...divide(text.slice(cut), msPerLetter)];
}

/** The cut nearest to the middle, rather at a sentence's end; null where every part would be too short. */
function bestCut(text: string, weight: number): number | null {
  const least = Math.max(SHORTEST_PART, weight * LEAST_SHARE);
  let best: number | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const { position, before, isSentence } of cutsIn(text)) {
    if (before < least || weight - before < least) continue;
    const distance = Math.abs(before / weight - 0.5) - (isSentence ? SENTENCE_BONUS : 0);
    if (distance >= bestDistance) continue;
    best = position;
    bestDistance = distance;
  }
  return best;
}

/** The text in parts of about these shares; null where it has no cut near one of them. */
function divideAlike(text: string, shares: readonly number[]): string[] | null {
  const weight = weighText(text);
  const cuts = cutsIn(text);
  const parts: string[] = [];
  let [from, target] = [0, 0];
  for (const share of shares.slice(0, -1)) {
    target += share;
    const near = cuts
      .map(({ position, before }) => ({ position, distance: Math.abs(before / weight - target) }))
      .filter(({ position, distance }) => position > from && distance <= TARGET_TOLERANCE)
      .sort((a, b) => a.distance - b.distance)[0];
    if (!near) return null;
    parts.push(text.slice(from, near.position).trim());
    from = near.position;
  }
  return [...parts, text.slice(from).trim()];
}

type Cut = { position: number; before: number; isSentence: boolean };

/** `before` is the weight of the text in front of the cut. */
function cutsIn(text: string): Cut[] {
  return [...text.matchAll(CUT)]
    .map((match) => ({ position: match.index + match[0].length, isSentence: SENTENCE.test(match[0]) }))
    .filter(({ position }) => position < text.length && !ABBREVIATION.test(text.slice(0, position)))
    .map((cut) => ({ ...cut, before: weighText(text.slice(0, cut.position)) }));
}
