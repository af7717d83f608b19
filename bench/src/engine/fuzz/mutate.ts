import type { Random } from '../../../../packages/subtitles/src/testing/random.ts';

// Tokens that readers branch on, and characters that occur in the wrong places in real files.
export const PIECES = [
  ...['\n', '\n\n', '\r', '\r\n', ' ', '\t', '\0', '\uD800', '\uFEFF', '\u200B', '\u2028'],
  ...'-->|--|>|<|</|<i>|</i>|<c.red>|<v Ann>|<ruby>|<rt>|{\\an8}|{\\|}'.split('|'),
  ...['00:00:01,000 --> 00:00:02,000', '00:01.000 --> 00:02.000', '99999:00:00.000', '-1', '1', '：', '＞'],
  ...['WEBVTT', 'NOTE', 'STYLE', 'REGION', '&', '&amp;', '&#10;', '&#xD800;', 'align:start', 'X1:40'],
  ...['{', '[', '(', '【', '*', '♪', 'MAN:', '📱', '"', '"segs":', '"tStartMs":-1', 'null', '1e400', ','],
];

/** Applies one to eight small changes, as caused by editors, conversions and broken transfers. */
export function mutate(text: string, random: Random): string {
  let mutated = text;
  for (let change = 1 + random(8); change > 0; change -= 1) mutated = mutateOnce(mutated, random);
  return mutated;
}

function mutateOnce(text: string, random: Random): string {
  const at = random(text.length + 1);
  const span = random(40);
  const [before, inside, after] = [text.slice(0, at), text.slice(at, at + span), text.slice(at + span)];
  const to = random(text.length + 1);
  switch (random(7)) {
    case 0:
      return before + after;
    case 1:
      return before + inside + inside + after;
    case 2:
      return before + (PIECES[random(PIECES.length)] ?? '') + inside + after;
    case 3:
      return before + (PIECES[random(PIECES.length)] ?? '') + after;
    case 4:
      return before + String.fromCharCode(random(0x10000)) + text.slice(at + 1);
    case 5:
      return text.slice(0, to) + inside + text.slice(to);
    default:
      return random(8) === 0 ? before : before + [...inside].reverse().join('') + after;
  }
}
