import { subtitles } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryFor, VIDEOS } from '../../../api/query.ts';
import type { Change } from './preview.ts';
import type { Edit } from './search.ts';

/** The segments of a revision with its draft. Not refetched in the background: they must not change under a preview. */
export const segmentsQuery = (id: number) =>
  queryFor(
    subtitles.listRegexSegments,
    { params: { id } },
    {
      select: ({ segments }) => segments,
      staleTime: 0,
      gcTime: 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  );

/** Previews a pattern on the draft. The caller shows errors. */
export const usePreviewRegex = (id: number) =>
  useMutation({
    mutationFn: async (edit: Edit) =>
      (await call(subtitles.previewRegex, { params: { id }, body: edit })).segments,
  });

/** Changes the draft, and shows its new segments. */
export function useDraft(id: number) {
  const client = useQueryClient();
  const show = ({ segments }: { segments: subtitles.RevisionSegment[] }) =>
    client.setQueryData(segmentsQuery(id).queryKey, { segments });
  const params = { id };
  const change = (segments: Change[]) => call(subtitles.applyRegexChanges, { params, body: { segments } });
  const apply = useMutation({ mutationFn: change, onSuccess: show, meta: { failed: 'regex.applyFailed' } });
  const undo = useMutation({ mutationFn: change, onSuccess: show, meta: { failed: 'regex.undoFailed' } });
  const drop = useMutation({
    mutationFn: () => call(subtitles.resetDraft, { params }),
    onSuccess: show,
    meta: { failed: 'regex.dropFailed' },
  });
  const write = (segments: Change[]) =>
    call(subtitles.saveEditedSubtitle, { params, body: segments.length > 0 ? { segments } : {} });
  const save = useMutation({ mutationFn: write, meta: { failed: 'regex.saveFailed', stale: VIDEOS } });
  /** Saves, applies the result, and realigns if needed. */
  const toLesson = useMutation({
    mutationFn: async (segments: Change[]) => {
      const { revision_id } = await write(segments);
      const body = { note: '' };
      const { subtitle } = await call(subtitles.applyRevision, { params: { id: revision_id }, body });
      const { results } = await call(subtitles.listSubtitles, { params: { id: subtitle.video_id } });
      for (const { id: own, alignment_id, needs_realign } of results) {
        const isConcerned = subtitle.is_original || own === subtitle.id;
        if (isConcerned && alignment_id !== null && needs_realign) {
          await call(subtitles.alignSubtitle, { params: { id: own } });
        }
      }
      return revision_id;
    },
    meta: { failed: 'regex.lessonFailed', stale: VIDEOS },
  });
  return { apply, undo, drop, save, toLesson };
}
