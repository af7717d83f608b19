import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './profile-screen.module.css';
import { useRemovePracticeLanguage } from './queries.ts';

type Language = { code: string; name: string };

export function PracticeChips({ languages }: { languages: readonly Language[] }) {
  const { t } = useTranslation();
  const region = useRef<HTMLDivElement>(null);
  return (
    // The focus comes here when the chip that had it is gone.
    <div ref={region} tabIndex={-1} className={classes.chips}>
      {languages.length === 0 && <Text c="dimmed">{t('profile.noPracticeLanguages')}</Text>}
      <ul className={classes.list}>
        {languages.map((language) => (
          <PracticeChip key={language.code} language={language} onRemoved={() => region.current?.focus()} />
        ))}
      </ul>
    </div>
  );
}

function PracticeChip({ language, onRemoved }: { language: Language; onRemoved: () => void }) {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = useRemovePracticeLanguage();
  // The callbacks of `mutate` die with the chip; the promise outlives it. A failure has had its toast.
  const remove = () => mutateAsync(language.code).then(onRemoved, () => undefined);
  return (
    <li className={classes.chip}>
      {language.name}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
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
