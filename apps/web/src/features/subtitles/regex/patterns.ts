import { subtitles } from '@sayback/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { withReason } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';

const patternsQuery = queryOf(subtitles.listPatterns, {});

type NewPattern = Omit<subtitles.SavedPattern, 'id'>;

/** The saved patterns, by name, and how they are changed. */
export function usePatterns() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reload = () => client.invalidateQueries(patternsQuery);
  const onError = (error: unknown) => toast.failure(withReason(t('regexPatterns.saveFailed'), error));
  const savePattern = (pattern: NewPattern) => call(subtitles.savePattern, { body: pattern });
  const save = useMutation({
    mutationFn: savePattern,
    onSuccess: ({ name }) => {
      toast.success(t('regexPatterns.saved', { name }));
      return reload();
    },
    onError,
  });
  const restore = useMutation({ mutationFn: savePattern, onSuccess: reload, onError });
  const remove = useMutation({
    mutationFn: ({ id }: subtitles.SavedPattern) => call(subtitles.deletePattern, { params: { id } }),
    onSuccess: (_, { id: _id, ...pattern }) => {
      const undo = { label: t('regex.undo'), run: () => restore.mutate(pattern) };
      toast.offer(t('regexPatterns.deleted', { name: pattern.name }), undo);
      return reload();
    },
    onError: (error) => {
      toast.failure(withReason(t('regexPatterns.deleteFailed'), error));
      return reload();
    },
  });
  return { list: useQuery(patternsQuery), save, remove };
}
