import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import classes from './speed-menu.module.css';

type Props = UnstyledButtonProps & Omit<ComponentProps<'button'>, 'style'> & { speed: number };

/** Shows the current speed, and opens its menu. */
export function SpeedButton({ speed, ...rest }: Props) {
  const { t, i18n } = useTranslation();
  const label = `${speed.toLocaleString(i18n.language)}×`;
  return (
    <UnstyledButton
      // Not className: a menu passes its own to its target, which would replace this one.
      classNames={{ root: classes.target }}
      aria-haspopup="menu"
      aria-label={`${t('playerSettings.speed')}: ${label}`}
      {...rest}
    >
      {label}
    </UnstyledButton>
  );
}
