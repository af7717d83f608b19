import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './turn-panel.module.css';

type Props = {
  icon?: ReactNode;
  /** Undefined for a button that isn't a toggle. */
  isOn?: boolean;
  /** True for the most likely action. */
  isMain?: boolean;
  title?: string | undefined;
  'aria-label'?: string;
  /** Set on a button that shows and hides content. */
  'aria-expanded'?: boolean;
  onClick: () => void;
  children: ReactNode;
};

export const TurnButton = ({ icon, isOn, isMain = false, title, onClick, children, ...aria }: Props) => (
  <Button
    {...aria}
    className={classes.button}
    variant="transparent"
    radius="xl"
    px={8}
    leftSection={icon}
    data-main={isMain || undefined}
    aria-pressed={isOn}
    title={title}
    onClick={onClick}
  >
    {children}
  </Button>
);
