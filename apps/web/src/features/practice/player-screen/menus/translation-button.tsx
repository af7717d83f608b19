import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';

type Props = ActionIconProps & Omit<ComponentProps<'button'>, 'style' | 'color'> & { language: string };

/** Names the translation that is read, and opens the menu of the others. */
export function TranslationButton({ language, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      variant="quiet"
      aria-haspopup="menu"
      aria-label={`${t('practice.translation')}: ${language}`}
      title={`${t('practice.translation')}: ${language}`}
      {...rest}
    >
      <IconLanguage aria-hidden />
    </ActionIcon>
  );
}
