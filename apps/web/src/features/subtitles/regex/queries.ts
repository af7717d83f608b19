import { subtitles } from '@sayback/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { refreshSubtitles } from '../queries.ts';
import type { Change } from './preview.ts';
import type { Edit } from './search.ts';

export const revisionQuery = (id: number) =>
  queryOptions({
    queryKey: ['revisions', id],
    queryFn: ({ signal }) => call(subtitles.getRevision, { params: { id }, signal }),
  });

/** The segments of a revision with its draft. Not refetched in the background: they must not change under a preview. */
export const segmentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['revisions', id, 'regex'],
    queryFn: async ({ signal }) =>
      (await call(subtitles.listRegexSegments, { params: { id }, signal })).segments,
    staleTime: 0,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** What a pattern would do to the draft. The caller shows its failure. */
export const usePreviewRegex = (id: number) =>
  useMutation({
    mutationFn: async (edit: Edit) =>
      (await call(subtitles.previewRegex, { params: { id }, body: edit })).segments,
  });

/** Changes the draft, and shows its new segments. */
export function useDraft(id: number) {
  const client = useQueryClient();
  const show = ({ segments }: { segments: subtitles.RevisionSegment[] }) =>
    client.setQueryData(segmentsQuery(id).queryKey, segments);
  const apply = useMutation({
    mutationFn: (segments: Change[]) =>
      call(subtitles.applyRegexChanges, { params: { id }, body: { segments } }),
    onSuccess: show,
  });
  const drop = useMutation({
    mutationFn: () => call(subtitles.resetDraft, { params: { id } }),
    onSuccess: show,
  });
  const save = useMutation({
    mutationFn: (segments: Change[]) =>
      call(subtitles.saveEditedSubtitle, {
        params: { id },
        body: segments.length > 0 ? { segments } : {},
      }),
    onSuccess: () => refreshSubtitles(client),
  });
  return { apply, drop, save };
}
