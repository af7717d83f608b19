import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';

type Props = ActionIconProps &
  Omit<ComponentProps<'button'>, 'style' | 'color'> & { language: string | null };

/** Names the current translation, if any; opens the menu of translations. */
export function TranslationButton({ language, ...rest }: Props) {
  const { t } = useTranslation();
  const label =
    language === null ? t('practice.noTranslationChosen') : `${t('practice.translation')}: ${language}`;
  return (
    <ActionIcon variant="quiet" aria-haspopup="menu" aria-label={label} title={label} {...rest}>
      <IconLanguage aria-hidden />
    </ActionIcon>
  );
}
