import { SUBTITLE_FORMATS, subtitleExtensions } from '@sayback/contract';
import { ApiError, withReason } from '../../../api/api-error.ts';

const FORMATS = Object.values(SUBTITLE_FORMATS);

/** The usual extension of each format and of archives, as text. */
export const SUBTITLE_ENDINGS = [...FORMATS.map(({ extensions: [typical] }) => typical), 'zip']
  .map((ending) => `.${ending}`)
  .join(', ');

/** File types of the picker: some systems know a file by its media type only. */
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

/** Returns the language in a file's name, as one of the available codes; null without one. */
export function languageOfName(name: string, codes: readonly string[]): string | null {
  const tag = TAG.exec(name)?.[1]?.replace('_', '-').toLowerCase();
  if (!tag) return null;
  const known = (lower: string) => codes.find((code) => code.toLowerCase() === lower);
  return known(tag) ?? known(tag.split('-')[0] ?? '') ?? null;
}

/** Wording of an upload's failure, with the server's message about the file or the language, without the field's name. */
export function uploadErrorText(error: unknown, wording: string): string {
  const fields = error instanceof ApiError ? error.fields : {};
  const reason = fields.subtitle_file?.[0] ?? fields.language?.[0];
  return reason ? `${wording} ${reason}` : withReason(wording, error);
}
