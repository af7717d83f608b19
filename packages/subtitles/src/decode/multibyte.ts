import iconv from 'iconv-lite';
import { countBetween } from './count-characters.ts';

/**
 * A two-byte encoding: the byte pairs of ordinary text, its script, and the minimum share of non-ASCII characters in that script
 * (the others are punctuation, or kanji in addition to kana).
 */
type Family = {
  encoding: string;
  isCommon: (lead: number, trail: number) => boolean;
  script: [first: string, last: string];
  minScriptShare: number;
};

const isBetween = (value: number, minByte: number, maxByte: number) => value >= minByte && value <= maxByte;

// Each standard has a separate block for kana, hangul or common ideographs. Rows A1 to A3 of EUC-JP, EUC-KR and GB 2312 contain
// punctuation and full-width letters.
const isInRows = (lead: number, trail: number, low: number, high: number) =>
  trail >= 0xa1 && (isBetween(lead, 0xa1, 0xa3) || isBetween(lead, low, high));

const KANA: Family['script'] = ['ぁ', 'ヶ'];
const HANGUL: Family['script'] = ['가', '힣'];
const IDEOGRAPHS: Family['script'] = ['一', '龥'];

// GB 18030 contains GBK and GB 2312.
const FAMILIES: Family[] = [
  {
    encoding: 'euc-jp',
    isCommon: (lead, trail) => isInRows(lead, trail, 0xa4, 0xa5) || isInRows(lead, trail, 0xb0, 0xcf),
    script: KANA,
    minScriptShare: 0.15,
  },
  {
    encoding: 'shift_jis',
    isCommon: (lead, trail) => isBetween(lead, 0x81, 0x83) || isBetween(lead * 256 + trail, 0x889f, 0x9872),
    script: KANA,
    minScriptShare: 0.15,
  },
  {
    encoding: 'euc-kr',
    isCommon: (lead, trail) => isInRows(lead, trail, 0xb0, 0xc8),
    script: HANGUL,
    minScriptShare: 0.6,
  },
  {
    encoding: 'gb18030',
    isCommon: (lead, trail) => isInRows(lead, trail, 0xb0, 0xd7),
    script: IDEOGRAPHS,
    minScriptShare: 0.6,
  },
  {
    encoding: 'big5',
    isCommon: (lead, trail) => isBetween(lead * 256 + trail, 0xa140, 0xc67e),
    script: IDEOGRAPHS,
    minScriptShare: 0.6,
  },
];

// Minimum shares of common pairs. Ordinary text exceeds the first limit in its own encoding, and almost never in another one.
// Chinese with many rare characters exceeds only the second limit; it must then also have a minimum number of pairs, and second
// bytes below A1, which Thai doesn't have.
const MIN_COMMON_SHARE = 0.85;
const MIN_RARE_SHARE = 0.5;
const MIN_RARE_PAIRS = 12;
// Maximum share of invalid pairs, since a long file can be damaged in places or end in the middle of a character.
const MAX_INVALID_SHARE = 0.01;

/**
 * Returns the encoding in which the bytes are Chinese, Japanese or Korean text; null if there is none. If several are possible,
 * kana wins over hangul, and hangul over ideographs, since its rows are also common in GBK.
 */
export function detectMultibyte(bytes: Uint8Array): string | null {
  const readings = FAMILIES.flatMap((family) => {
    const { share, pairs, lowTrailCount } = countPairs(bytes, family);
    const isMaybeRare = family.script === IDEOGRAPHS && pairs >= MIN_RARE_PAIRS && lowTrailCount > 0;
    if (share < (isMaybeRare ? MIN_RARE_SHARE : MIN_COMMON_SHARE)) return [];
    const text = iconv.decode(bytes, family.encoding);
    const nonAsciiCount = countBetween(text, '\x80', '\uFFFF');
    const cutCount = text.endsWith('\uFFFD') ? 1 : 0;
    if (countBetween(text, '\uFFFD', '\uFFFD') - cutCount > nonAsciiCount * MAX_INVALID_SHARE) return [];
    if (countBetween(text, ...family.script) < nonAsciiCount * family.minScriptShare) return [];
    return [{ encoding: family.encoding, share, isNarrow: family.script !== IDEOGRAPHS }];
  });
  const narrowReading = readings.find(({ isNarrow }) => isNarrow);
  const best = narrowReading ?? readings.sort((a, b) => b.share - a.share)[0];
  return best?.encoding ?? null;
}

type Pairs = { share: number; pairs: number; lowTrailCount: number };

const NO_PAIRS: Pairs = { share: 0, pairs: 0, lowTrailCount: 0 };
const isAsciiLetter = (byte: number) => isBetween(byte | 0x20, 0x61, 0x7a);

/**
 * Returns the share of common pairs, and the number of pairs with a second byte below A1; `NO_PAIRS` if the bytes can't be in
 * this encoding.
 */
function countPairs(bytes: Uint8Array, family: Family): Pairs {
  let [pairs, common, lowTrailCount, ascii, afterLetterCount, invalid] = [0, 0, 0, 0, 0, 0];
  let pairEnd = -1;
  for (let index = 0; index < bytes.length; index += 1) {
    const lead = bytes[index] ?? 0;
    if (lead < 0x80) continue;
    // Half-width katakana are single bytes.
    if (family.encoding === 'shift_jis' && isBetween(lead, 0xa1, 0xdf)) continue;
    const trail = bytes[index + 1] ?? 0;
    const isLong =
      family.encoding === 'gb18030' && isBetween(trail, 0x30, 0x39) && (bytes[index + 2] ?? 0) > 0x80;
    pairs += 1;
    // The last character can be incomplete.
    if (index + 1 === bytes.length) break;
    if (trail < 0x40 && !isLong) {
      invalid += 1;
      continue;
    }
    if (pairEnd !== index - 1 && isAsciiLetter(bytes[index - 1] ?? 0)) afterLetterCount += 1;
    // Characters of four bytes are rare.
    index += isLong ? 3 : 1;
    pairEnd = index;
    if (isLong) continue;
    if (trail < 0xa1) lowTrailCount += 1;
    if (trail < 0x80) ascii += 1;
    if (family.isCommon(lead, trail)) common += 1;
  }
  // In Latin text, an accented letter would be read as the first byte of a pair with the next letter.
  const isLatin = afterLetterCount > pairs * 0.3 || (ascii === pairs && pairs < 3);
  if (pairs === 0 || isLatin || invalid > pairs * MAX_INVALID_SHARE) return NO_PAIRS;
  return { share: common / pairs, pairs, lowTrailCount };
}
