/** What a term is beside, where it is part of a longer word. */
const WORD = /[\p{L}\p{N}\p{M}]/u;
/** Scripts that are written without spaces: there a term may stand anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether one word ends between two signs. */
const isBorder = (inside: string, outside: string) =>
  !WORD.test(outside) || !WORD.test(inside) || UNSPACED.test(inside);

function holds(text: string, term: string): boolean {
  const signs = [...term];
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    const before = [...text.slice(0, at)].at(-1) ?? '';
    const [after = ''] = [...text.slice(at + term.length)];
    if (isBorder(signs[0] ?? '', before) && isBorder(signs.at(-1) ?? '', after)) return true;
  }
  return false;
}

/** Those terms that stand in a text as words of their own, whatever their case and spaces. */
export function findTerms<Term extends { term: string }>(text: string, terms: readonly Term[]): Term[] {
  const where = plain(text);
  return terms.filter(({ term }) => plain(term) !== '' && holds(where, plain(term)));
}
