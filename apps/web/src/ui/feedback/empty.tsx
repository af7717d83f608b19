import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty.module.css';

type Props = {
  icon?: ReactNode;
  text: string;
  /** True if it appears while typing: screen readers announce it. */
  isAnnounced?: boolean;
  /** Actions to resolve it. */
  children?: ReactNode;
};

export function Empty({ icon, text, isAnnounced = false, children }: Props) {
  return (
    <Stack align="center" justify="center" gap="md" className={classes.empty}>
      {icon}
      <Text
        c={icon ? undefined : 'dimmed'}
        fw={icon ? 600 : undefined}
        role={isAnnounced ? 'status' : undefined}
      >
        {text}
      </Text>
      {children}
    </Stack>
  );
}
