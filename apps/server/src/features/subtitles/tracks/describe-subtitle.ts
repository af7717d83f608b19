import type { subtitles } from '@sayback/contract';
import { languageName } from '../../languages/index.ts';
import type { ListedSubtitle } from './subtitle-store.ts';

export const describeSubtitle = (row: ListedSubtitle): subtitles.Subtitle => ({
  ...row,
  language_display_name: languageName(row.language),
  uploaded_at: row.uploaded_at.toISOString(),
});

/** Sorts the original first, then by language name. */
export const compareSubtitles = (a: subtitles.Subtitle, b: subtitles.Subtitle): number =>
  Number(b.is_original) - Number(a.is_original) ||
  a.language_display_name.localeCompare(b.language_display_name, 'en');
