import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core';
import { subtitles } from '@sayback/contract';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { withReason } from '../../../../api/api-error.ts';
import { call } from '../../../../api/call.ts';
import { useLanguages } from '../../../../api/languages.ts';
import { queryFor } from '../../../../api/query.ts';
import { useTranslation } from '../../../../locales/translation.ts';
import { AskBeforeClosing } from '../../../../ui/dialog/ask-before-closing.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../../ui/feedback/skeletons.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';
import type { Languages } from '../model/split.ts';
import classes from './glossary-dialog.module.css';

const glossaryQuery = ({ original, target }: Languages) =>
  queryFor(
    subtitles.listGlossary,
    { query: { source_language: original, target_language: target } },
    { staleTime: 0 },
  );

/** Returns the glossary's query, and the mutations that save and delete a term. */
function useGlossary(languages: Languages) {
  const { t } = useTranslation();
  const stale = [subtitles.listGlossary];
  const save = useMutation({
    mutationFn: (entry: { term: string; translation: string }) => {
      const { original, target } = languages;
      const body = { source_language: original, target_language: target, ...entry };
      return call(subtitles.saveGlossaryTerm, { body });
    },
    meta: { failed: 'glossary.saveFailed', stale },
  });
  const remove = useMutation({
    mutationFn: ({ id }: subtitles.GlossaryTerm) => call(subtitles.deleteGlossaryTerm, { params: { id } }),
    onSuccess: (_, { term, translation }) => {
      const undo = { label: t('app.undo'), run: () => save.mutate({ term, translation }) };
      toast.offer(t('glossary.deleted', { term }), undo);
    },
    meta: { failed: 'glossary.deleteFailed', stale },
  });
  return { list: useQuery(glossaryQuery(languages)), save, remove };
}

/** Dialog of the glossary: fixed translations of terms between the two languages. */
export function GlossaryDialog({ languages, onClose }: { languages: Languages; onClose: () => void }) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const { list, save, remove } = useGlossary(languages);
  const [term, setTerm] = useState('');
  const [translation, setTranslation] = useState('');
  const termInput = useRef<HTMLInputElement>(null);

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!term.trim() || !translation.trim()) return;
    await save.mutateAsync({ term, translation });
    setTerm('');
    setTranslation('');
    termInput.current?.focus();
  }

  return (
    <Dialog size="lg" onClose={onClose} title={t('editor.glossary')}>
      <Stack>
        <Text>
          {t('glossary.text', {
            source: languageName(languages.original),
            target: languageName(languages.target),
          })}
        </Text>
        <form className={classes.form} onSubmit={(event) => void add(event).catch(() => undefined)}>
          <TextInput
            ref={termInput}
            data-autofocus
            label={t('glossary.term')}
            dir="auto"
            lang={languages.original}
            maxLength={200}
            value={term}
            onChange={({ currentTarget }) => setTerm(currentTarget.value)}
          />
          <TextInput
            label={t('glossary.translation')}
            dir="auto"
            lang={languages.target}
            maxLength={200}
            value={translation}
            onChange={({ currentTarget }) => setTranslation(currentTarget.value)}
          />
          <Button type="submit" loading={save.isPending}>
            {t('glossary.add')}
          </Button>
        </form>
        <AskBeforeClosing when={term !== '' || translation !== ''} />
        {!list.data && !list.error && <Skeletons heights={[44]} />}
        {!list.data && list.error && (
          <Failure
            message={withReason(t('glossary.loadFailed'), list.error)}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data?.length === 0 && <Text c="dimmed">{t('glossary.empty')}</Text>}
        {list.data && list.data.length > 0 && (
          <ul className={classes.list}>
            {list.data.map((entry) => (
              <li key={entry.id}>
                <span dir="auto" lang={languages.original}>
                  {entry.term}
                </span>
                <span dir="auto" lang={languages.target}>
                  {entry.translation}
                </span>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={t('glossary.delete', { term: entry.term })}
                  onClick={() => remove.mutate(entry)}
                >
                  <IconTrash size={20} stroke={1.6} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  );
}
