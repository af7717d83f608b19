import iconv from 'iconv-lite';
import { countBetween } from './count-characters.ts';

/**
 * A two-byte encoding: the byte pairs of ordinary text, the script that it is for, and the minimum share of its non-ASCII
 * characters in that script (the rest is punctuation, or kanji beside kana).
 */
type Family = {
  encoding: string;
  isCommon: (lead: number, trail: number) => boolean;
  own: [first: string, last: string];
  ownShare: number;
};

const within = (value: number, low: number, high: number) => value >= low && value <= high;

// Each standard puts kana, hangul or the ideographs of everyday use in a block of their own; rows A1 to A3 of EUC-JP, EUC-KR
// and GB 2312 contain punctuation and full-width letters.
const inRows = (lead: number, trail: number, low: number, high: number) =>
  trail >= 0xa1 && (within(lead, 0xa1, 0xa3) || within(lead, low, high));

const KANA: Family['own'] = ['ぁ', 'ヶ'];
const HANGUL: Family['own'] = ['가', '힣'];
const IDEOGRAPHS: Family['own'] = ['一', '龥'];

// GB 18030 contains GBK and GB 2312.
const FAMILIES: Family[] = [
  {
    encoding: 'euc-jp',
    isCommon: (lead, trail) => inRows(lead, trail, 0xa4, 0xa5) || inRows(lead, trail, 0xb0, 0xcf),
    own: KANA,
    ownShare: 0.15,
  },
  {
    encoding: 'shift_jis',
    isCommon: (lead, trail) => within(lead, 0x81, 0x83) || within(lead * 256 + trail, 0x889f, 0x9872),
    own: KANA,
    ownShare: 0.15,
  },
  {
    encoding: 'euc-kr',
    isCommon: (lead, trail) => inRows(lead, trail, 0xb0, 0xc8),
    own: HANGUL,
    ownShare: 0.6,
  },
  {
    encoding: 'gb18030',
    isCommon: (lead, trail) => inRows(lead, trail, 0xb0, 0xd7),
    own: IDEOGRAPHS,
    ownShare: 0.6,
  },
  {
    encoding: 'big5',
    isCommon: (lead, trail) => within(lead * 256 + trail, 0xa140, 0xc67e),
    own: IDEOGRAPHS,
    ownShare: 0.6,
  },
];

// Running text is above the first limit in its own encoding, and almost never in a foreign one. Chinese with many rare
// characters is above the second; it then also needs a number of pairs, since in a foreign encoding an invalid second byte soon
// turns up, and second bytes below A1, which Thai (where none turns up) doesn't have.
const COMMON_SHARE = 0.85;
const RARE_SHARE = 0.5;
const RARE_PAIRS = 12;
// A long file may be damaged in places, or cut off within a character.
const UNSOUND_SHARE = 0.01;

/**
 * Returns the encoding in which the bytes are Chinese, Japanese or Korean text; null if there is none. If several are possible,
 * the narrower one wins: kana before hangul before ideographs (hangul's rows are also common GBK ones).
 */
export function judgeMultibyte(bytes: Uint8Array): string | null {
  const readings = FAMILIES.flatMap((family) => {
    const { share, pairs, low } = countPairs(bytes, family);
    const mayBeRare = family.own === IDEOGRAPHS && pairs >= RARE_PAIRS && low > 0;
    if (share < (mayBeRare ? RARE_SHARE : COMMON_SHARE)) return [];
    const text = iconv.decode(bytes, family.encoding);
    const beyondAscii = countBetween(text, '\x80', '\uFFFF');
    const cut = text.endsWith('\uFFFD') ? 1 : 0;
    if (countBetween(text, '\uFFFD', '\uFFFD') - cut > beyondAscii * UNSOUND_SHARE) return [];
    if (countBetween(text, ...family.own) < beyondAscii * family.ownShare) return [];
    return [{ encoding: family.encoding, share, isNarrow: family.own !== IDEOGRAPHS }];
  });
  const narrow = readings.find(({ isNarrow }) => isNarrow);
  const best = narrow ?? readings.sort((a, b) => b.share - a.share)[0];
  return best?.encoding ?? null;
}

type Pairs = { share: number; pairs: number; low: number };

const NO_PAIRS: Pairs = { share: 0, pairs: 0, low: 0 };
const isAsciiLetter = (byte: number) => within(byte | 0x20, 0x61, 0x7a);

/**
 * Returns the share of common pairs, and the number of pairs with a second byte below A1; no pairs if the bytes can't be pairs.
 */
function countPairs(bytes: Uint8Array, family: Family): Pairs {
  let [pairs, common, low, ascii, glued, unsound] = [0, 0, 0, 0, 0, 0];
  let pairEnd = -1;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    // Half-width katakana: one byte each, which says nothing.
    if (family.encoding === 'shift_jis' && within(lead, 0xa1, 0xdf)) continue;
    const trail = bytes[at + 1] ?? 0;
    const isLong = family.encoding === 'gb18030' && within(trail, 0x30, 0x39) && (bytes[at + 2] ?? 0) > 0x80;
    pairs += 1;
    // The last character may have been cut off.
    if (at + 1 === bytes.length) break;
    if (trail < 0x40 && !isLong) {
      unsound += 1;
      continue;
    }
    if (pairEnd !== at - 1 && isAsciiLetter(bytes[at - 1] ?? 0)) glued += 1;
    // Characters of four bytes are rare.
    at += isLong ? 3 : 1;
    pairEnd = at;
    if (isLong) continue;
    if (trail < 0xa1) low += 1;
    if (trail < 0x80) ascii += 1;
    if (family.isCommon(lead, trail)) common += 1;
  }
  // An accented letter in a Latin word would take the next letter as its second byte.
  const isLatin = glued > pairs * 0.3 || (ascii === pairs && pairs < 3);
  if (pairs === 0 || isLatin || unsound > pairs * UNSOUND_SHARE) return NO_PAIRS;
  return { share: common / pairs, pairs, low };
}
