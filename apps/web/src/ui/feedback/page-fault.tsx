import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/translation.ts';

type Props = {
  title: string;
  text: string;
  /** 2 below a page heading. */
  order?: 1 | 2;
  /** Buttons for what to do next. */
  children: ReactNode;
};

/** Shown instead of a screen that failed. A part of a screen uses `Failure`. */
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

/** Link home after a failure: the only button, or beside one to retry. */
export function HomeLink({ isOnly = true }: { isOnly?: boolean }) {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/" variant={isOnly ? 'filled' : 'default'}>
      {t('notFound.home')}
    </Button>
  );
}
