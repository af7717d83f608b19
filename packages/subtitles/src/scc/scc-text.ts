/** CEA-608 characters that differ from ASCII, by code. */
const BASIC = new Map(
  [...'*\\^_`{|}~\x7f'].map((twoByteCharacter, index) => [
    twoByteCharacter.charCodeAt(0),
    [...'áéíóúç÷Ññ█'][index] ?? '',
  ]),
);
const SPECIAL = [...'®°½¿™¢£♪à\u00A0èâêîôû'];
const EXTENDED = [[...'ÁÉÓÚÜü‘¡*’—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»'], [...'ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤│ÅåØø┌┐└┘']] as const;

export const basicCharacter = (code: number): string =>
  BASIC.get(code) ?? (code >= 0x20 ? String.fromCharCode(code) : '');

/**
 * Returns the character for two bytes; null for other pairs. `replaces` is true if it replaces the previous character, which is a
 * fallback for old decoders.
 */
export function twoByteCharacter(
  first: number,
  second: number,
): { character: string; replaces: boolean } | null {
  if (first === 0x11 && second >= 0x30 && second <= 0x3f) {
    return { character: SPECIAL[second - 0x30] ?? '', replaces: false };
  }
  const table = first === 0x12 ? EXTENDED[0] : first === 0x13 ? EXTENDED[1] : null;
  return table && second >= 0x20 && second <= 0x3f
    ? { character: table[second - 0x20] ?? '', replaces: true }
    : null;
}
