// Named character references (https://html.spec.whatwg.org/#named-character-references), those of Latin letters,
// punctuation and directions. The ones in LATIN stand for U+00A0 to U+00FF, in that order.
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig ' +
  'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash ' +
  'Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ' +
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc ' +
  'uuml yacute thorn yuml';

// These may stand without their semicolon, as those in LATIN.
const LEGACY: [string, string][] = [
  ['amp', '&'],
  ['AMP', '&'],
  ['lt', '<'],
  ['LT', '<'],
  ['gt', '>'],
  ['GT', '>'],
  ['quot', '"'],
  ['QUOT', '"'],
  ['COPY', '©'],
  ['REG', '®'],
];

const OTHERS: [string, string][] = [
  ['apos', "'"],
  ['lrm', '\u200E'],
  ['rlm', '\u200F'],
  ['zwj', '\u200D'],
  ['zwnj', '\u200C'],
  ['ensp', '\u2002'],
  ['emsp', '\u2003'],
  ['thinsp', '\u2009'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['sbquo', '‚'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bdquo', '„'],
  ['lsaquo', '‹'],
  ['rsaquo', '›'],
  ['hellip', '…'],
  ['bull', '•'],
  ['dagger', '†'],
  ['prime', '′'],
  ['Prime', '″'],
  ['trade', '™'],
  ['euro', '€'],
  ['minus', '−'],
  ['OElig', 'Œ'],
  ['oelig', 'œ'],
  ['Scaron', 'Š'],
  ['scaron', 'š'],
  ['Yuml', 'Ÿ'],
  ['circ', 'ˆ'],
  ['tilde', '˜'],
];

const LATIN_PAIRS = LATIN.split(' ').map((name, at): [string, string] => [
  name,
  String.fromCharCode(0xa0 + at),
]);
const WITHOUT_SEMICOLON = new Map([...LEGACY, ...LATIN_PAIRS]);
const WITH_SEMICOLON = new Map([...WITHOUT_SEMICOLON, ...OTHERS]);
const LONGEST_LEGACY = 6;

// What windows-1252 has at 0x80 to 0x9F: HTML reads numbers in that range as such.
const C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/** A replacement holds all that it finds at once, in a hundred bytes each. */
const PIECE = 100_000;

const REFERENCE = /&(?:#(\d+);?|#[xX]([0-9a-fA-F]+);?|([a-zA-Z][a-zA-Z0-9]{1,30})(;?))/g;

/** Decodes character references once, as HTML does in text: what can't be one stays as it is ('AT&T'). */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  let decoded = '';
  for (let from = 0, to = 0; from < text.length; from = to) {
    const next = text.indexOf('&', from + PIECE);
    to = next < 0 ? text.length : next;
    decoded += decodePiece(text.slice(from, to));
  }
  return decoded;
}

function decodePiece(text: string): string {
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name = '', semicolon = '') => {
    if (decimal !== undefined) return character(Number.parseInt(decimal, 10));
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    const exact = semicolon === ';' ? WITH_SEMICOLON.get(name) : undefined;
    if (exact !== undefined) return exact;
    for (let length = Math.min(name.length, LONGEST_LEGACY); length >= 2; length -= 1) {
      const legacy = WITHOUT_SEMICOLON.get(name.slice(0, length));
      if (legacy !== undefined) return legacy + name.slice(length) + semicolon;
    }
    return whole;
  });
}

function character(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return C1.charAt(code - 0x80);
  const outside = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return outside ? '\uFFFD' : String.fromCodePoint(code);
}
