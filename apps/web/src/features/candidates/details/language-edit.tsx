import { Button } from '@mantine/core';
import { candidates } from '@sayback/contract';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import classes from './candidate-screen.module.css';

export function LanguageEdit({ candidate }: { candidate: candidates.Candidate }) {
  const { t } = useTranslation();
  const { languages, languageName } = useLanguages();
  const [draft, setDraft] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const isEditing = draft !== null;
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  const { mutate: save, isPending } = useMutation({
    mutationFn: (language: string) =>
      call(candidates.updateCandidate, { params: { id: candidate.id }, body: { language } }),
    meta: { failed: 'candidateDetail.languageFailed', stale: ['candidates'] },
  });

  if (draft === null) {
    return (
      <div>
        <Button
          ref={button}
          variant="default"
          px="sm"
          rightSection={<IconPencil size={16} aria-hidden />}
          aria-label={t('candidateDetail.editLanguage', { language: languageName(candidate.language) })}
          onClick={() => setDraft(candidate.language)}
        >
          {languageName(candidate.language)}
        </Button>
      </div>
    );
  }
  return (
    <form
      className={classes.language}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft === candidate.language) setDraft(null);
        else save(draft, { onSuccess: () => setDraft(null) });
      }}
      onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
    >
      <ChoiceSelect
        choices={languages}
        label={t('app.language')}
        value={draft}
        openOnFocus={false}
        autoFocus
        size="md"
        onChange={(code) => code !== null && setDraft(code)}
      />
      <Button type="submit" loading={isPending}>
        {t('candidateDetail.saveLanguage')}
      </Button>
      <Button variant="default" onClick={() => setDraft(null)}>
        {t('app.cancel')}
      </Button>
    </form>
  );
}
