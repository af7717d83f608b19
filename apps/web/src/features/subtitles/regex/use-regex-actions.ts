import type { subtitles } from '@sayback/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError, withReason } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { type Change, type Preview, type RowFilter, startPreview } from './preview.ts';
import { useDraft, usePreviewRegex } from './queries.ts';
import { type Edit, NO_SEARCH, type Search } from './search.ts';

/** Fields with explanations of a rejection. */
const FIELDS = ['regex', 'replacement'] as const;

/** The regex editor's actions with their messages, and its table's rows. */
export function useRegexActions(revision: subtitles.RevisionDetail, form: UseFormReturn<Search>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [rowFilter, setRowFilter] = useState<RowFilter>('all');
  const previewing = usePreviewRegex(revision.id);
  const draft = useDraft(revision.id);

  const showAll = () => {
    setPreview(null);
    setRowFilter('all');
  };
  const explain = (error: unknown) => {
    const fields = error instanceof ApiError ? error.fields : {};
    const refused = FIELDS.filter((name) => fields[name]);
    for (const name of refused) form.setError(name, { message: fields[name]?.join(' ') ?? '' });
    const [first] = refused;
    if (first) form.setFocus(first);
    else toast.failure(withReason(t('regex.previewFailed'), error));
  };
  const undo = (back: Change[]) => ({ label: t('regex.undo'), run: () => draft.undo.mutate(back) });
  const toRevisions = {
    label: t('regex.viewRevisions'),
    run: () => void navigate({ to: '/revisions/$subtitleId', params: { subtitleId: revision.subtitle_id } }),
  };

  return {
    preview,
    setPreview,
    rowFilter,
    setRowFilter,
    isSearching: previewing.isPending,
    isApplying: draft.apply.isPending,
    isSaving: draft.save.isPending,
    isTakingOver: draft.toLesson.isPending,
    isDropping: draft.drop.isPending,

    search: (edit: Edit) =>
      previewing.mutate(edit, {
        onSuccess: (results) => {
          setPreview(startPreview(results));
          setRowFilter('matches');
        },
        onError: explain,
      }),

    /** Clears the search and its results. */
    resetSearch: () => {
      form.reset(NO_SEARCH);
      showAll();
    },

    /** Applies the accepted changes to the draft. */
    apply: ({ changes, back }: { changes: Change[]; back: Change[] }) =>
      draft.apply.mutate(changes, {
        onSuccess: () => {
          showAll();
          toast.offer(t('regex.applied', { count: changes.length }), undo(back));
        },
      }),

    /** Saves the draft, with the accepted changes, as a file and a revision. */
    save: (changes: Change[]) =>
      draft.save.mutate(changes, {
        onSuccess: ({ revision_id: id }) => {
          showAll();
          toast.offer(t('regex.saved', { id }), toRevisions);
        },
      }),

    /** Applies the draft, with the accepted changes, to the lesson. */
    applyToLesson: (changes: Change[]) =>
      draft.toLesson.mutate(changes, {
        onSuccess: (id) => {
          showAll();
          toast.offer(t('regex.lessonChanged', { id }), toRevisions);
        },
      }),

    /** Discards the draft; that can be undone. */
    drop: (drafted: readonly subtitles.RevisionSegment[], onSettled: () => void) =>
      draft.drop.mutate(undefined, {
        onSuccess: () =>
          toast.offer(t('regex.dropped'), undo(drafted.map(({ index, modified }) => ({ index, modified })))),
        onSettled,
      }),
  };
}
