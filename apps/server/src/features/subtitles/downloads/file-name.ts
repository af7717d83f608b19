const MAX_LENGTH = 100;

/** Characters that some file systems refuse, path separators, and control and formatting characters. */
const UNSAFE = /[/\\:*?"<>|]|\p{C}/gu;

/** Makes a text safe as part of a file name, on all systems. */
export const sanitizeFileName = (text: string): string =>
  [...text.toWellFormed().replace(/\s+/g, ' ').replace(UNSAFE, '_')]
    .slice(0, MAX_LENGTH)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '') || 'video';

/** Characters that disguise a name: `exe.srt` could be displayed for `trs.exe`. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Formats a Content-Disposition header as in RFC 6266 and RFC 8187, with an ASCII fallback for other browsers. */
export function contentDisposition(name: string): string {
  const fileName = name.replace(MISLEADING, '_');
  const asciiName = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encoded}`;
}
