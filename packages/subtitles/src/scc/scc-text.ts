/** CEA-608 characters that differ from ASCII, by their codes. */
const BASIC = new Map(
  [...'*\\^_`{|}~\x7f'].map((sign, at) => [sign.charCodeAt(0), [...'áéíóúç÷Ññ█'][at] ?? '']),
);
const SPECIAL = [...'®°½¿™¢£♪à\u00A0èâêîôû'];
const EXTENDED = [[...'ÁÉÓÚÜü‘¡*’—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»'], [...'ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤│ÅåØø┌┐└┘']] as const;

export const basicSign = (code: number): string =>
  BASIC.get(code) ?? (code >= 0x20 ? String.fromCharCode(code) : '');

/**
 * Returns a two-byte character; `replaces` is the one before it, which older decoders show instead. Null for any other pair.
 */
export function sign(first: number, second: number): { sign: string; replaces: boolean } | null {
  if (first === 0x11 && second >= 0x30 && second <= 0x3f) {
    return { sign: SPECIAL[second - 0x30] ?? '', replaces: false };
  }
  const table = first === 0x12 ? EXTENDED[0] : first === 0x13 ? EXTENDED[1] : null;
  return table && second >= 0x20 && second <= 0x3f
    ? { sign: table[second - 0x20] ?? '', replaces: true }
    : null;
}
