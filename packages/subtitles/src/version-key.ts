/** A subtitle on YouTube. `suffix` is the part of its `vss_id` after the language, such as `nP7` in `en.nP7`. */
export type SourceTrack = { language: string; kind: 'manual' | 'auto'; suffix?: string };

// Deprecated codes that YouTube still uses: https://www.iana.org/assignments/language-subtag-registry
const MODERN_CODES = new Map([
  ['iw', 'he'],
  ['in', 'id'],
  ['ji', 'yi'],
  ['jw', 'jv'],
  ['mo', 'ro'],
  ['fil', 'tl'],
  ['zh-cn', 'zh-Hans'],
  ['zh-sg', 'zh-Hans'],
  ['zh-tw', 'zh-Hant'],
  ['zh-hk', 'zh-Hant'],
  ['zh-mo', 'zh-Hant'],
]);

/** Replaces a deprecated code, including at the start of a key: `iw` becomes `he`, `zh-CN-auto` becomes `zh-Hans-auto`. */
export function modernCode(code: string): string {
  const parts = code.replaceAll('_', '-').split('-');
  for (const length of [2, 1]) {
    const modern = MODERN_CODES.get(parts.slice(0, length).join('-').toLowerCase());
    if (modern) return [modern, ...parts.slice(length)].join('-');
  }
  return parts.join('-');
}

/** Finds a language among known codes: the exact code, or else the code without the region; null if neither is known. */
export function findLanguage(code: string, codes: readonly string[]): string | null {
  const parts = modernCode(code).split('-');
  for (let length = parts.length; length > 0; length -= 1) {
    const shortened = parts.slice(0, length).join('-').toLowerCase();
    const match = codes.find((other) => other.toLowerCase() === shortened);
    if (match !== undefined) return match;
  }
  return null;
}

/**
 * Returns a unique key for each subtitle of a video: `en`, `en-auto` for automatic captions, `en-nP7` if YouTube has several in
 * one language. Appends a number if the key is already in use.
 */
export function versionKeys(tracks: readonly SourceTrack[]): string[] {
  const usedKeys = new Set<string>();
  return tracks.map(({ language, kind, suffix }) => {
    const variant = [kind === 'auto' ? 'auto' : '', suffix ?? ''].filter(Boolean);
    const name = [modernCode(language), ...variant].join('-');
    let key = name;
    for (let count = 2; usedKeys.has(key.toLowerCase()); count += 1) key = `${name}-${count}`;
    usedKeys.add(key.toLowerCase());
    return key;
  });
}

/**
 * Parses a version key. Requires the known codes, since `pt-BR` also contains a dash: the longest matching code is the language,
 * the rest is the variant, which can be empty. Null if no known code matches.
 */
export function readVersionKey(
  key: string,
  codes: readonly string[],
): { language: string; variant: string } | null {
  const plain = modernCode(key);
  let longest: string | null = null;
  for (const code of codes) {
    const isLonger = longest === null || code.length > longest.length;
    if (isLonger && startsWithCode(plain, code)) longest = code;
  }
  return longest === null ? null : { language: longest, variant: plain.slice(longest.length + 1) };
}

function startsWithCode(key: string, code: string): boolean {
  if (!key.toLowerCase().startsWith(code.toLowerCase())) return false;
  return key.length === code.length || key.charAt(code.length) === '-';
}

/** Finds a version by key or by language; prefers manual captions to automatic ones. */
export function findVersion<
  Version extends { language: string; kind: 'manual' | 'auto'; version_key: string },
>(versions: readonly Version[], request: string): Version | null {
  const code = modernCode(request).toLowerCase();
  const versionWithKey = versions.find(({ version_key }) => modernCode(version_key).toLowerCase() === code);
  if (versionWithKey) return versionWithKey;
  const versionsInLanguage = versions.filter(({ language }) => modernCode(language).toLowerCase() === code);
  return versionsInLanguage.find(({ kind }) => kind === 'manual') ?? versionsInLanguage[0] ?? null;
}
