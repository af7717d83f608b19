import { Button, Group, Text, Title } from '@mantine/core';
import { practice } from '@sayback/contract';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { saveFrom } from '../../../ui/save-file.ts';

const FORMATS: practice.DeckFormat[] = ['csv', 'apkg'];

/** Downloads the learner's lines that have a card or a mark. The browser shows how far it is. */
export function OwnDeck() {
  const { t } = useTranslation();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (format: practice.DeckFormat) => call(practice.prepareOwnDeck, { body: { format } }),
    onSuccess: ({ url }) => saveFrom(url),
    meta: { failedUnexplained: 'progress.ownLinesFailed' },
  });
  return (
    <section aria-labelledby="own-lines">
      <Title order={2} size="h3" id="own-lines" mb="xs">
        {t('progress.ownLines')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('progress.ownLinesHint')}
      </Text>
      <Group>
        {FORMATS.map((format) => (
          <Button
            key={format}
            variant="default"
            size="md"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={isPending && variables === format}
            disabled={isPending && variables !== format}
            onClick={() => mutate(format)}
          >
            {t(`progress.ownLinesAs.${format}`)}
          </Button>
        ))}
      </Group>
    </section>
  );
}
