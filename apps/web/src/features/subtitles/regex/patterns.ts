import { subtitles } from '@sayback/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';

const patternsQuery = queryFor(subtitles.listPatterns, {});

type NewPattern = Omit<subtitles.SavedPattern, 'id'>;

/** Returns the query of the saved patterns, and the mutations that save and delete one. */
export function usePatterns() {
  const { t } = useTranslation();
  const stale = [subtitles.listPatterns];
  const savePattern = (pattern: NewPattern) => call(subtitles.savePattern, { body: pattern });
  const save = useMutation({
    mutationFn: savePattern,
    onSuccess: ({ name }) => toast.success(t('regexPatterns.saved', { name })),
    meta: { failed: 'regexPatterns.saveFailed', stale },
  });
  const restore = useMutation({
    mutationFn: savePattern,
    meta: { failed: 'regexPatterns.saveFailed', stale },
  });
  const remove = useMutation({
    mutationFn: ({ id }: subtitles.SavedPattern) => call(subtitles.deletePattern, { params: { id } }),
    onSuccess: (_, { id: _id, ...pattern }) => {
      const undo = { label: t('app.undo'), run: () => restore.mutate(pattern) };
      toast.offer(t('regexPatterns.deleted', { name: pattern.name }), undo);
    },
    meta: { failed: 'regexPatterns.deleteFailed', stale },
  });
  return { list: useQuery(patternsQuery), save, remove };
}
