import { ApiError, withReason } from '../../api/api-error.ts';

/** What the picker offers; some systems know a file by its type alone. */
export const SUBTITLE_ACCEPT = '.srt,.vtt,.ass,.ssa,text/vtt,application/x-subrip';

export const isSubtitleName = (name: string): boolean => /\.(srt|vtt|ass|ssa)$/i.test(name);

/** What comes between a name and its ending: `clip.es.srt`, `clip_pt-BR.vtt`, `clip [ja].ass`. */
const TAG = /[._[(-]([a-z]{2,3}(?:[-_][a-z0-9]{2,4})?)[\])]?\.(?:srt|vtt|ass|ssa)$/i;

/** The language that a file's name tells, as one of the codes that can be chosen; null when it tells none. */
export function languageOfName(name: string, codes: readonly string[]): string | null {
  const tag = TAG.exec(name)?.[1]?.replace('_', '-').toLowerCase();
  if (!tag) return null;
  const known = (wanted: string) => codes.find((code) => code.toLowerCase() === wanted);
  return known(tag) ?? known(tag.split('-')[0] ?? '') ?? null;
}

/** What failed, and why: what the server says about the file or the language, without the field's name. */
export function refusalOf(error: unknown, wording: string): string {
  const fields = error instanceof ApiError ? error.fields : {};
  const reason = fields.subtitle_file?.[0] ?? fields.language?.[0];
  return reason ? `${wording} ${reason}` : withReason(wording, error);
}
