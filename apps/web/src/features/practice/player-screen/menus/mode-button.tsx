import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import type { ModeName } from '../../modes/modes.ts';
import classes from './mode-button.module.css';

type Props = UnstyledButtonProps & Omit<ComponentProps<'button'>, 'style'> & { mode: ModeName };

/** Names the practice mode; opens the menu of modes. */
export function ModeButton({ mode, ...rest }: Props) {
  const { t } = useTranslation();
  const label = t(`practice.modes.${mode}`);
  return (
    <UnstyledButton
      classNames={{ root: classes.button }}
      aria-haspopup="menu"
      aria-label={`${t('practice.mode')}: ${label}`}
      {...rest}
    >
      <IconListCheck size={18} aria-hidden />
      <span className={classes.name}>{label}</span>
    </UnstyledButton>
  );
}
