import { COMMON, GRAMMARS, type Grammar, type HostileFormat } from './grammars.ts';
import { type Random, randomFrom } from './random.ts';

/** Picks a random production: whole in two of five cases, otherwise truncated at the end, at the start, or to one character. */
function drawProduction({ productions }: Grammar, random: Random): string {
  const candidates = random(3) === 0 ? COMMON : productions;
  const production = candidates[random(candidates.length)] ?? '';
  const index = 1 + random(Math.max(1, production.length - 1));
  return (
    [
      production,
      production,
      production.slice(0, index),
      production.slice(index),
      production.charAt(index - 1),
    ][random(5)] ?? ''
  );
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
 * Generates a file of a given size from a format's grammar: a head, then one to three repeated productions, in sequence or
 * nested, closed or unclosed. Deterministic for a seed; `form` describes the file.
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
  const productions = Array.from({ length: 1 + random(3) }, () => drawProduction(grammar, random) || ' ');
  const separator = SEPARATORS[random(SEPARATORS.length)] ?? '';
  const [first = ''] = productions;
  const unit = productions.join(separator) + separator;
  const length = bytes - Buffer.byteLength(head);
  const shape = ['beside', 'beside', 'after', 'within', 'last'][random(5)];
  const bodies: Record<string, () => string> = {
    // One production, possibly unclosed, before all others.
    after: () => drawProduction(grammar, random) + repeat(unit, length),
    within: () => repeat(first, length / 2) + repeat(productions.at(-1) ?? '', length / 2),
    last: () => repeat(unit, length) + drawProduction(grammar, random),
    beside: () => repeat(unit, length),
  };
  const encoding =
    format === 'zip' || format === 'stl' ? 'latin1' : (ENCODINGS[random(ENCODINGS.length)] ?? 'utf8');
  const text = head + (bodies[shape ?? 'beside']?.() ?? '');
  const file = Buffer.from(text, encoding).subarray(0, bytes);
  return {
    file,
    form: `${shape} ${JSON.stringify(productions)} by ${JSON.stringify(separator)} in ${encoding}`,
  };
}
