/** ISO 6937 diacritics from 0xC1 on; they precede their letter. */
const DIACRITICS =
  '\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0308\u030A\u0327\u0332\u030B\u0328\u030C';
/** ISO 6937 characters from 0xA0 on, with a question mark for diacritics and unassigned codes. */
const LATIN =
  '\u00A0¡¢£$¥?§¤‘“«←↑→↓°±²³×µ¶·÷’”»¼½¾¿' +
  '????????????????' +
  '―¹®©™♪¬¦????⅛⅜⅝⅞ΩÆĐªĦ?ĲĿŁØŒºÞŦŊŉĸæđðħıĳŀłøœßþŧŋ\u00AD';
/** ISO 8859-5 to 8859-8 as offsets to Unicode, by their table number in the file. */
const OFFSETS: Record<string, { from: number; offset: number; exceptions: Record<number, string> }> = {
  '01': { from: 0xa1, offset: 0x360, exceptions: { 173: '\u00AD', 240: '№', 253: '§' } },
  '02': { from: 0xc1, offset: 0x560, exceptions: { 172: '،', 187: '؛', 191: '؟' } },
  '03': { from: 0xb4, offset: 0x2d0, exceptions: { 183: '·', 187: '»', 189: '½', 171: '«', 176: '°' } },
  '04': { from: 0xe0, offset: 0x4f0, exceptions: { 171: '«', 187: '»' } },
};
const [ITALIC_ON, BOX_OFF, NEW_LINE, UNUSED] = [0x80, 0x85, 0x8a, 0x8f];

/**
 * Decodes the text fields of EBU STL, one character per byte (https://tech.ebu.ch/docs/tech/tech3264.pdf, 5.5 and appendix 3).
 * `table` is the number of the character table, 00 to 04.
 */
export function decodeStlText(field: string, table: string): string {
  const other = OFFSETS[table];
  let text = '';
  let mark = '';
  for (const character of field) {
    const code = character.charCodeAt(0);
    if (code === UNUSED) continue;
    if (code === NEW_LINE) text += '\n';
    else if (code >= ITALIC_ON && code <= BOX_OFF) continue;
    // Teletext colour and size codes occupy one column each.
    else if (code < 0x20 || (code > 0x7e && code < 0xa0)) text += ' ';
    else if (code < 0x80) {
      text += character + mark;
      mark = '';
    } else if (other) {
      const { from, offset, exceptions } = other;
      text += exceptions[code] ?? (code >= from ? String.fromCharCode(code + offset) : ' ');
    } else if (code >= 0xc1 && code <= 0xcf) mark = DIACRITICS.charAt(code - 0xc1);
    else text += LATIN.charAt(code - 0xa0);
  }
  const lines = text.split('\n').map((line) => line.replace(/ +/g, ' ').trim());
  return lines
    .filter((line) => line !== '')
    .join('\n')
    .normalize('NFC');
}
