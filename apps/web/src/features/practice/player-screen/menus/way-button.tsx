import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import type { WayName } from '../../ways/ways.ts';
import classes from './way-button.module.css';

type Props = UnstyledButtonProps & Omit<ComponentProps<'button'>, 'style'> & { way: WayName };

/** Names the way to practise, and opens the menu of the others. */
export function WayButton({ way, ...rest }: Props) {
  const { t } = useTranslation();
  const label = t(`practice.ways.${way}`);
  return (
    <UnstyledButton
      classNames={{ root: classes.button }}
      aria-haspopup="menu"
      aria-label={`${t('practice.way')}: ${label}`}
      {...rest}
    >
      <IconListCheck size={18} aria-hidden />
      <span className={classes.name}>{label}</span>
    </UnstyledButton>
  );
}
