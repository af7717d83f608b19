import { Button, Group, Text, Title } from '@mantine/core';
import { jobs, practice } from '@sayback/contract';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryFor, queryKeyFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { JobProgress } from '../../../ui/feedback/job-progress.tsx';
import { startDownload } from '../../../ui/save-file.ts';

const FORMATS: practice.DeckFormat[] = ['csv', 'apkg'];
const POLL_MS = 2000;

/** Follows the job that builds an Anki package, and downloads the package when it is ready. */
function useDeckJob() {
  const client = useQueryClient();
  const [isFollowed, setIsFollowed] = useState(false);
  const { data } = useQuery(
    queryFor(
      practice.getOwnDeck,
      {},
      {
        enabled: isFollowed,
        refetchInterval: ({ state }) => (state.data?.job && jobs.hasEnded(state.data.job) ? false : POLL_MS),
      },
    ),
  );
  const download = useEffectEvent((url: string) => {
    startDownload(url);
    setIsFollowed(false);
  });
  const url = data?.url ?? null;
  useEffect(() => {
    if (isFollowed && url !== null) download(url);
  }, [isFollowed, url]);
  return {
    job: data?.job ?? null,
    isFollowed,
    follow: () => {
      // The URL of an earlier package is still cached.
      client.removeQueries({ queryKey: queryKeyFor(practice.getOwnDeck) });
      setIsFollowed(true);
    },
  };
}

/** Buttons that download the learner's lines with a card or a mark, in each format. */
export function OwnDeck() {
  const { t } = useTranslation();
  const { job, isFollowed, follow } = useDeckJob();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (format: practice.DeckFormat) => call(practice.prepareOwnDeck, { body: { format } }),
    onSuccess: ({ url }) => (url === null ? follow() : startDownload(url)),
    meta: { failedUnexplained: 'progress.downloadLinesFailed' },
  });
  return (
    <section aria-labelledby="own-lines">
      <Title order={2} size="h3" id="own-lines" mb="xs">
        {t('progress.downloadLines')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('progress.downloadLinesHint')}
      </Text>
      <Group mb="sm">
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
      {isFollowed && <JobProgress job={job} label={t('progress.creatingPackage')} />}
    </section>
  );
}
