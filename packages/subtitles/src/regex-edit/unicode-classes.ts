// Character classes as in Python, and in JavaScript with Unicode. RE2's are ASCII only, so `\w+` would find only 't' in 'été'.
const WORD = '\\p{L}\\p{M}\\p{N}\\p{Pc}';
const SPACE =
  '\\t-\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}';
const NO_SPACE =
  '\\x{0}-\\x08\\x0E-\\x1F!-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}' +
  '\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}';

/** Returns RE2's notation for `\w`, `\W`, `\d`, `\D`, `\s` and `\S` with their Unicode meaning; null for other letters. */
export function unicodeShorthand(letter: string, inClass: boolean): string | null {
  switch (letter) {
    case 'd':
      return '\\p{Nd}';
    case 'D':
      return '\\P{Nd}';
    case 'w':
      return inClass ? WORD : `[${WORD}]`;
    case 'W':
      return inClass ? nonWordRanges() : `[^${WORD}]`;
    case 's':
      return inClass ? SPACE : `[${SPACE}]`;
    case 'S':
      return inClass ? NO_SPACE : `[^${SPACE}]`;
    default:
      return null;
  }
}

let ranges: string | undefined;

/** Returns the code points of `\W`, since a class inside another class (`[\W-]`) can't be negated. Computed once, on demand. */
function nonWordRanges(): string {
  ranges ??= collectRanges(/[^\p{L}\p{M}\p{N}\p{Pc}]/u);
  return ranges;
}

function collectRanges(pattern: RegExp): string {
  const hex = (code: number) => `\\x{${code.toString(16)}}`;
  const ranges: string[] = [];
  let from = -1;
  for (let code = 0; code <= 0x110000; code += 1) {
    const inside = code < 0x110000 && pattern.test(String.fromCodePoint(code));
    if (inside && from < 0) from = code;
    if (!inside && from >= 0) ranges.push(`${hex(from)}-${hex(code - 1)}`);
    if (!inside) from = -1;
  }
  return ranges.join('');
}

// Long names of the general categories (https://www.unicode.org/reports/tr44/#General_Category_Values).
const CATEGORY_NAMES =
  'Letter L Cased_Letter LC Uppercase_Letter Lu Lowercase_Letter Ll Titlecase_Letter Lt Modifier_Letter Lm ' +
  'Other_Letter Lo Mark M Nonspacing_Mark Mn Spacing_Mark Mc Enclosing_Mark Me Number N Decimal_Number Nd ' +
  'Letter_Number Nl Other_Number No Punctuation P Connector_Punctuation Pc Dash_Punctuation Pd Open_Punctuation Ps ' +
  'Close_Punctuation Pe Initial_Punctuation Pi Final_Punctuation Pf Other_Punctuation Po Symbol S Math_Symbol Sm ' +
  'Currency_Symbol Sc Modifier_Symbol Sk Other_Symbol So Separator Z Space_Separator Zs Line_Separator Zl ' +
  'Paragraph_Separator Zp Other C Control Cc Format Cf Private_Use Co';
const CATEGORIES = new Map(
  [...CATEGORY_NAMES.matchAll(/(\S+) (\S+)/g)].map(([, long = '', short = '']) => [long, short]),
);

/** Returns RE2's name for a Unicode class in JavaScript's or Perl's notation: `Script=Greek`, `Letter`, `gc=Lu`. */
export function unicodeClassName(name: string): string {
  const bare = name.replace(/^(?:Script|sc|General_Category|gc)\s*=\s*/, '');
  return CATEGORIES.get(bare) ?? bare;
}
