import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/translation.ts';
import classes from './page-fault.module.css';

type Props = {
  title: string;
  text: string;
  /** Level of the heading: 2 below the page's heading. */
  order?: 1 | 2;
  /** Buttons for what to do next. */
  children?: ReactNode;
};

/** Shown instead of a screen that failed. A part of a screen uses `Failure`. */
export function PageFault({ title, text, order = 1, children }: Props) {
  return (
    <Center className={classes.fault} px="md" role="alert">
      <Stack align="center" gap="xs" ta="center">
        <SpeechBubble />
        <Title order={order} className={classes.title}>
          {title}
        </Title>
        <Text className={classes.text}>{text}</Text>
        {children && (
          <Group justify="center" mt="sm">
            {children}
          </Group>
        )}
      </Stack>
    </Center>
  );
}

/** The logo's speech bubble, with three dots. */
function SpeechBubble() {
  return (
    <svg className={classes.drawing} viewBox="0 0 64 64" aria-hidden="true">
      <path d="M12 6h40a8 8 0 0 1 8 8v26a8 8 0 0 1-8 8H30L16 60V48h-4a8 8 0 0 1-8-8V14a8 8 0 0 1 8-8Z" />
      <path d="M19 27h.01M32 27h.01M45 27h.01" />
    </svg>
  );
}

/** Link home after a failure. `isPrimary` is false next to a button that retries. */
export function HomeLink({ isPrimary = true }: { isPrimary?: boolean }) {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/" variant={isPrimary ? 'filled' : 'default'}>
      {t('notFound.home')}
    </Button>
  );
}
