const LONGEST = 100;

/** Characters that some file system refuses, control and formatting characters, and path separators. */
const UNSAFE = /[/\\:*?"<>|]|\p{C}/gu;

/** Makes a text safe as part of a file name, on any system. */
export const namePart = (text: string): string =>
  [...text.toWellFormed().replace(/\s+/g, ' ').replace(UNSAFE, '_')]
    .slice(0, LONGEST)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '') || 'video';

/** Characters that make a name look like another one: `exe.srt` for `trs.exe`. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A Content-Disposition for every browser: RFC 6266 with RFC 8187, and an ASCII fallback. */
export function attachment(name: string): string {
  const fileName = name.replace(MISLEADING, '_');
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
