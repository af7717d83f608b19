import type { subtitles } from '@sayback/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError, withReason } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { type Change, createPreview, type Preview, type RowFilter } from './preview.ts';
import { useDraft, usePreviewRegex } from './queries.ts';
import { type Edit, NO_SEARCH, type Search } from './search.ts';

/** Fields that the server can reject, with its reason. */
const FIELDS = ['regex', 'replacement'] as const;

/** Returns the regex editor's actions, with their messages, its preview and its row filter. */
export function useRegexActions(revision: subtitles.RevisionDetail, form: UseFormReturn<Search>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [rowFilter, setRowFilter] = useState<RowFilter>('all');
  const previewMutation = usePreviewRegex(revision.id);
  const draft = useDraft(revision.id);

  const showAll = () => {
    setPreview(null);
    setRowFilter('all');
  };
  const showError = (error: unknown) => {
    const fields = error instanceof ApiError ? error.fields : {};
    const refused = FIELDS.filter((name) => fields[name]);
    for (const name of refused) form.setError(name, { message: fields[name]?.join(' ') ?? '' });
    const [first] = refused;
    if (first) form.setFocus(first);
    else toast.failure(withReason(t('regex.previewFailed'), error));
  };
  const undoAction = (previous: Change[]) => ({
    label: t('app.undo'),
    run: () => draft.undo.mutate(previous),
  });
  const viewRevisions = {
    label: t('regex.viewRevisions'),
    run: () => void navigate({ to: '/revisions/$subtitleId', params: { subtitleId: revision.subtitle_id } }),
  };

  return {
    preview,
    setPreview,
    rowFilter,
    setRowFilter,
    isSearching: previewMutation.isPending,
    isApplying: draft.apply.isPending,
    isSaving: draft.save.isPending,
    isApplyingToLesson: draft.applyToLesson.isPending,
    isDiscarding: draft.reset.isPending,

    search: (edit: Edit) =>
      previewMutation.mutate(edit, {
        onSuccess: (results) => {
          setPreview(createPreview(results));
          setRowFilter('matches');
        },
        onError: showError,
      }),

    /** Clears the search and its results. */
    resetSearch: () => {
      form.reset(NO_SEARCH);
      showAll();
    },

    /** Applies the accepted changes to the draft. */
    apply: ({ changes, previous }: { changes: Change[]; previous: Change[] }) =>
      draft.apply.mutate(changes, {
        onSuccess: () => {
          showAll();
          toast.offer(t('regex.applied', { count: changes.length }), undoAction(previous));
        },
      }),

    /** Saves the draft, with the accepted changes, as a file and a revision. */
    save: (changes: Change[]) =>
      draft.save.mutate(changes, {
        onSuccess: ({ revision_id: id }) => {
          showAll();
          toast.offer(t('regex.saved', { id }), viewRevisions);
        },
      }),

    /** Applies the draft, with the accepted changes, to the lesson. */
    applyToLesson: (changes: Change[]) =>
      draft.applyToLesson.mutate(changes, {
        onSuccess: (id) => {
          showAll();
          toast.offer(t('regex.lessonChanged', { id }), viewRevisions);
        },
      }),

    /** Discards the draft; that can be undone. */
    discardDraft: (drafted: readonly subtitles.RevisionSegment[], onSettled: () => void) =>
      draft.reset.mutate(undefined, {
        onSuccess: () =>
          toast.offer(
            t('regex.draftDiscarded'),
            undoAction(drafted.map(({ index, modified }) => ({ index, modified }))),
          ),
        onSettled,
      }),
  };
}
