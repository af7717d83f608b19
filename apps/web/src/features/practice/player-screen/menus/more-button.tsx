import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';

type Props = ActionIconProps & Omit<ComponentProps<'button'>, 'style' | 'color'>;

/** Opens the menu of rarely used commands. */
export function MoreButton(props: Props) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      variant="quiet"
      aria-haspopup="menu"
      aria-label={t('practice.more')}
      title={t('practice.more')}
      {...props}
    >
      <IconDots aria-hidden />
    </ActionIcon>
  );
}
