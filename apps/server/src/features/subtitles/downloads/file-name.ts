const LONGEST = 100;

/** Signs that some file system refuses, control and formatting characters, and what would lead to another folder. */
const UNSAFE = /[/\\:*?"<>|]|\p{C}/gu;

/** A text as a part of a file's name, on any system. */
export const namePart = (text: string): string =>
  [...text.toWellFormed().replace(/\s+/g, ' ').replace(UNSAFE, '_')]
    .slice(0, LONGEST)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '') || 'video';

/** Signs that make a name look like another one where it is shown: `exe.srt` for `trs.exe`. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A file name for every browser: RFC 6266 with RFC 8187, and for those that know neither in ASCII. */
export function attachment(name: string): string {
  const fileName = name.replace(MISLEADING, '_');
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
