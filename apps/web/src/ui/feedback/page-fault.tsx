import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/translation.ts';

type Props = {
  title: string;
  text: string;
  /** Second below a heading of the page. */
  order?: 1 | 2;
  /** Buttons for the ways out. */
  children: ReactNode;
};

/** Shown in place of a whole screen that can't be shown. A part of a screen says so in a `Failure`. */
export function PageFault({ title, text, order = 1, children }: Props) {
  return (
    <Center mih="60vh" flex={1} px="md" role="alert">
      <Stack align="center" gap="xs" ta="center">
        <Title order={order} fz="1.5rem">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
        <Group justify="center" mt="md">
          {children}
        </Group>
      </Stack>
    </Center>
  );
}

/** The way out of a fault: the only one, or beside a way to try again. */
export function HomeLink({ isOnly = true }: { isOnly?: boolean }) {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/" variant={isOnly ? 'filled' : 'default'}>
      {t('notFound.home')}
    </Button>
  );
}
