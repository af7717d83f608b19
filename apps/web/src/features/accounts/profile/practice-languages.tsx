import { ActionIcon, Flex, Text } from '@mantine/core';
import type { accounts } from '@sayback/contract';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Section } from '../section.tsx';
import { LanguageForm } from './language-form.tsx';
import classes from './profile-screen.module.css';
import { useAddPracticeLanguage, useRemovePracticeLanguage } from './queries.ts';

export function PracticeLanguages({ practised }: { practised: accounts.Profile['target_languages'] }) {
  const { t } = useTranslation();
  const { languages, isBuiltIn } = useLanguages();
  const add = useAddPracticeLanguage();
  const names = new Map(languages.map(({ code, name }) => [code, name]));
  // The server names languages that the built-in list lacks.
  const chips = practised.map(({ language, language_display }) => ({
    code: language,
    name: names.get(language) ?? language_display,
  }));

  return (
    <Section title={t('profile.practiceLanguages')}>
      <PracticeChips languages={chips} />
      <LanguageForm
        label={t('profile.addPractice')}
        submitLabel={t('profile.add')}
        note={isBuiltIn ? t('languages.loadFailed') : undefined}
        choices={languages.filter(({ code }) => !practised.some(({ language }) => language === code))}
        isPending={add.isPending}
        onChoose={add.mutate}
      />
    </Section>
  );
}

type Language = { code: string; name: string };

function PracticeChips({ languages }: { languages: readonly Language[] }) {
  const { t } = useTranslation();
  const region = useRef<HTMLDivElement>(null);
  return (
    // Gets the focus when the focused chip is removed.
    <div ref={region} tabIndex={-1} className={classes.chips}>
      {languages.length === 0 && <Text c="dimmed">{t('profile.noPracticeLanguages')}</Text>}
      <Flex component="ul" wrap="wrap" gap="0.5rem">
        {languages.map((language) => (
          <PracticeChip key={language.code} language={language} onRemoved={() => region.current?.focus()} />
        ))}
      </Flex>
    </div>
  );
}

function PracticeChip({ language, onRemoved }: { language: Language; onRemoved: () => void }) {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = useRemovePracticeLanguage();
  // Unlike the callbacks of `mutate`, the promise outlives the chip. Failures have their own toast.
  const remove = () => mutateAsync(language.code).then(onRemoved, () => undefined);
  return (
    <li className={classes.chip}>
      {language.name}
      <ActionIcon
        variant="quiet"
        radius="xl"
        loading={isPending}
        onClick={remove}
        aria-label={t('profile.remove', { language: language.name })}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}
