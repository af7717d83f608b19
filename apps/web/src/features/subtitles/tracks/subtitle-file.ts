import { SUBTITLE_FORMATS, subtitleExtensions } from '@sayback/contract';
import { ApiError, withReason } from '../../../api/api-error.ts';

const FORMATS = Object.values(SUBTITLE_FORMATS);

/** The usual extension of each format, and .zip, as a list for messages. */
export const SUBTITLE_EXTENSIONS = [...FORMATS.map(({ extensions: [preferred] }) => preferred), 'zip']
  .map((extension) => `.${extension}`)
  .join(', ');

/** `accept` of the file picker. Includes media types, since some systems don't use extensions. */
export const SUBTITLE_ACCEPT = [
  ...subtitleExtensions.map((extension) => `.${extension}`),
  ...FORMATS.map(({ mediaType }) => mediaType),
  '.zip',
].join(',');

const EXTENSION = subtitleExtensions.join('|');
const SUBTITLE_NAME = new RegExp(`\\.(?:${EXTENSION})$`, 'i');

export const isSubtitleName = (name: string): boolean => SUBTITLE_NAME.test(name);

/** Language tag between a name and its extension: `clip.es.srt`, `clip_pt-BR.vtt`, `clip [ja].ass`. */
const TAG = new RegExp(`[._[(-]([a-z]{2,3}(?:[-_][a-z0-9]{2,4})?)[\\])]?\\.(?:${EXTENSION})$`, 'i');

/** Returns the language tag of a file name as one of the available codes; null without one. */
export function detectLanguage(name: string, codes: readonly string[]): string | null {
  const tag = TAG.exec(name)?.[1]?.replace('_', '-').toLowerCase();
  if (!tag) return null;
  const findCode = (lowerCode: string) => codes.find((code) => code.toLowerCase() === lowerCode);
  return findCode(tag) ?? findCode(tag.split('-')[0] ?? '') ?? null;
}

/** Returns `message` with the server's reason: its text about the file or the language, without the field's name. */
export function uploadErrorText(error: unknown, message: string): string {
  const fields = error instanceof ApiError ? error.fields : {};
  const reason = fields.subtitle_file?.[0] ?? fields.language?.[0];
  return reason ? `${message} ${reason}` : withReason(message, error);
}
