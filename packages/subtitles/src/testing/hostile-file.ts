import { COMMON, GRAMMARS, type Grammar, type HostileFormat } from './grammars.ts';
import { type Random, randomFrom } from './random.ts';

/** Draws a production, in two cases of five whole; otherwise truncated at the end, at the start, or to one character. */
function draw({ productions }: Grammar, random: Random): string {
  const all = random(3) === 0 ? COMMON : productions;
  const whole = all[random(all.length)] ?? '';
  const at = 1 + random(Math.max(1, whole.length - 1));
  return [whole, whole, whole.slice(0, at), whole.slice(at), whole.charAt(at - 1)][random(5)] ?? '';
}

/** Repeats a unit up to a length, with increasing numbers if it has any. */
function repeat(unit: string, length: number): string {
  const count = Math.max(1, Math.floor(length / Buffer.byteLength(unit)));
  if (!unit.includes('№')) return unit.repeat(count);
  const parts: string[] = [];
  for (let n = 0, size = 0; size < length; n += 1) {
    const part = unit.replaceAll('№', `${n}`);
    parts.push(part);
    size += Buffer.byteLength(part);
  }
  return parts.join('');
}

const SEPARATORS = ['', '', '', ' ', '\n', '\n\n', '\r'];
const ENCODINGS = ['utf8', 'utf8', 'utf8', 'utf8', 'utf16le', 'latin1'] as const;

/**
 * Generates a file of some size from a format's grammar: a head, then one to three productions repeatedly, side by side or
 * nested, closed or not. Deterministic for a seed, apart from the size; `form` describes it.
 */
export function hostileFile(
  format: HostileFormat,
  seed: number,
  bytes: number,
): { file: Uint8Array; form: string } {
  const grammar: Grammar = GRAMMARS[format];
  const random = randomFrom(seed * 7919 + format.length * 104_729);
  for (let skip = 0; skip < 3; skip += 1) random(2);
  const head = grammar.heads[random(grammar.heads.length)] ?? '';
  const drawn = Array.from({ length: 1 + random(3) }, () => draw(grammar, random) || ' ');
  const separator = SEPARATORS[random(SEPARATORS.length)] ?? '';
  const [first = ''] = drawn;
  const unit = drawn.join(separator) + separator;
  const length = bytes - Buffer.byteLength(head);
  const shape = ['beside', 'beside', 'after', 'within', 'last'][random(5)];
  const bodies: Record<string, () => string> = {
    // One production, perhaps unclosed, before all the others.
    after: () => draw(grammar, random) + repeat(unit, length),
    within: () => repeat(first, length / 2) + repeat(drawn.at(-1) ?? '', length / 2),
    last: () => repeat(unit, length) + draw(grammar, random),
    beside: () => repeat(unit, length),
  };
  const encoding =
    format === 'zip' || format === 'stl' ? 'latin1' : (ENCODINGS[random(ENCODINGS.length)] ?? 'utf8');
  const text = head + (bodies[shape ?? 'beside']?.() ?? '');
  const file = Buffer.from(text, encoding).subarray(0, bytes);
  return { file, form: `${shape} ${JSON.stringify(drawn)} by ${JSON.stringify(separator)} in ${encoding}` };
}
