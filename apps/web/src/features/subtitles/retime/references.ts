import { subtitles } from '@sayback/contract';
import type { Cue } from '@sayback/subtitles';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useLanguages } from '../../../api/languages.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import type { Reference } from '../../../ui/sync/retime-dialog.tsx';

export const numberCues = (cues: readonly subtitles.SourceCue[]): Cue[] =>
  cues.map((cue, at) => ({ index: at + 1, ...cue }));

/** Returns the video's other subtitles to synchronise with, the original first; undefined while loading. */
export function useReferences(videoId: number, excludedId: number | null): Reference[] | undefined {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const { data } = useQuery(queryFor(subtitles.listSubtitles, { params: { id: videoId } }));
  return data?.results
    .filter(({ id }) => id !== excludedId)
    .map(({ id, language, is_original }) => ({
      key: String(id),
      name: is_original ? `${languageName(language)} ${t('videoDetail.original')}` : languageName(language),
      load: async () => numberCues((await call(subtitles.listCues, { params: { id } })).cues),
    }));
}
