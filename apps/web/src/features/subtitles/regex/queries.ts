import { subtitles } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryFor, VIDEOS } from '../../../api/query.ts';
import type { Change } from './preview.ts';
import type { Edit } from './search.ts';

/** Loads the segments of a revision with its draft. Never refetched in the background, since a preview refers to them. */
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

/** Returns the mutations of a revision's draft. They update the segments in the cache. */
export function useDraft(id: number) {
  const client = useQueryClient();
  const showSegments = ({ segments }: { segments: subtitles.RevisionSegment[] }) =>
    client.setQueryData(segmentsQuery(id).queryKey, { segments });
  const params = { id };
  const changeDraft = (segments: Change[]) =>
    call(subtitles.applyRegexChanges, { params, body: { segments } });
  const apply = useMutation({
    mutationFn: changeDraft,
    onSuccess: showSegments,
    meta: { failed: 'regex.applyFailed' },
  });
  const undo = useMutation({
    mutationFn: changeDraft,
    onSuccess: showSegments,
    meta: { failed: 'editor.undoFailed' },
  });
  const reset = useMutation({
    mutationFn: () => call(subtitles.resetDraft, { params }),
    onSuccess: showSegments,
    meta: { failed: 'regex.discardFailed' },
  });
  const saveDraft = (segments: Change[]) =>
    call(subtitles.saveEditedSubtitle, { params, body: segments.length > 0 ? { segments } : {} });
  const save = useMutation({ mutationFn: saveDraft, meta: { failed: 'regex.saveFailed', stale: VIDEOS } });
  /** Saves the draft, applies the resulting revision, and realigns the subtitles that need it. */
  const applyToLesson = useMutation({
    mutationFn: async (segments: Change[]) => {
      const { revision_id } = await saveDraft(segments);
      const body = { note: '' };
      const { subtitle } = await call(subtitles.applyRevision, { params: { id: revision_id }, body });
      const { results } = await call(subtitles.listSubtitles, { params: { id: subtitle.video_id } });
      for (const { id: subtitleId, alignment_id, needs_realign } of results) {
        const isAffected = subtitle.is_original || subtitleId === subtitle.id;
        if (isAffected && alignment_id !== null && needs_realign) {
          await call(subtitles.alignSubtitle, { params: { id: subtitleId } });
        }
      }
      return revision_id;
    },
    meta: { failed: 'regex.lessonFailed', stale: VIDEOS },
  });
  return { apply, undo, reset, save, applyToLesson };
}
