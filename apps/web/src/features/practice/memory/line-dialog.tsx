import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { practice } from '@sayback/contract';
import { IconFlame, IconStar } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { useAccount } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { PageLoader } from '../../../ui/feedback/page-loader.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { createDayFormat } from '../figures/day-format.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import type { PracticeSession } from '../practice-session.ts';
import { buildLineIdentity, buildRecordingKey } from '../queries.ts';
import { saveReview, sendReviews, undoReview } from '../reviews/reviews.ts';
import { refreshToday } from '../today/queries.ts';
import classes from './line-dialog.module.css';
import { LineTakes } from './line-takes.tsx';
import type { LineMemory } from './use-line-memory.ts';

type Props = {
  videoId: number;
  session: PracticeSession;
  line: PracticeLine;
  memory: LineMemory;
  language: string;
  onClose: () => void;
};

const MARK_ICONS = {
  starred: <IconStar size={18} aria-hidden />,
  hard: <IconFlame size={18} aria-hidden />,
};

/**
 * Shows a line's takes on this device, its reviews and turns, and when it is due. The learner can exclude the line from Today
 * or reset its memory.
 */
export function LineDialog({ videoId, session, line, memory, language, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const account = useAccount();
  const client = useQueryClient();
  const segment = session.loaded[line.position] ?? line;
  const identity = buildLineIdentity(segment);
  const { data, isPending, isError, refetch } = useQuery({
    ...queryFor(practice.getLineMemory, {
      params: { id: videoId },
      query: { start_ms: String(identity.start_ms), text_hash: String(identity.text_hash) },
    }),
    staleTime: 0,
  });
  const marks = memory.find(line);
  const formatDay = createDayFormat(i18n.language);
  const timeFormat = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });

  const [isForgetting, setForgetting] = useState(false);
  async function forget() {
    setForgetting(true);
    const reviewedLine = { ...identity, video_id: videoId };
    const ids = (data?.cards ?? []).map(({ skill }) =>
      saveReview(account, reviewedLine, { skill, grade: 'forget' }),
    );
    await sendReviews(account);
    await refreshToday(client);
    setForgetting(false);
    const undo = async () => {
      await Promise.all(ids.map((id) => undoReview(account, id))).catch(() =>
        toast.failure(t('today.undoFailed')),
      );
      await refreshToday(client);
    };
    const about = `forgotten ${identity.start_ms}`;
    toast.offer(t('memory.memoryReset'), { about, label: t('app.undo'), run: () => void undo() });
  }

  return (
    <Dialog onClose={onClose} title={t('memory.about')} size="lg">
      <Stack>
        <Text className={classes.text} dir="auto" lang={language}>
          {line.original}
        </Text>
        <Group gap="xs">
          {(['starred', 'hard'] as const).map((mark) => (
            <Button
              key={mark}
              variant={marks[mark] ? 'filled' : 'default'}
              aria-pressed={marks[mark]}
              leftSection={MARK_ICONS[mark]}
              onClick={() => memory.mark(line, { [mark]: !marks[mark] })}
            >
              {t(mark === 'starred' ? 'memory.starred' : 'memory.markedHard')}
            </Button>
          ))}
          <Button variant="default" onClick={() => memory.mark(line, { suspended: !marks.suspended })}>
            {t(marks.suspended ? 'memory.resume' : 'memory.suspend')}
          </Button>
        </Group>
        <LineTakes account={account} line={buildRecordingKey(videoId, line)} />
        {isPending && <PageLoader />}
        {isError && <Failure message={t('memory.loadFailed')} onRetry={() => refetch()} />}
        {data && data.cards.length + data.reviews.length + data.attempts.length === 0 && (
          <Text c="dimmed">{t('memory.noHistory')}</Text>
        )}
        {data && data.cards.length > 0 && (
          <div>
            {data.cards.map(({ skill, due }) => (
              <Text key={skill}>
                {t(`memory.${skill}`)}: {t('memory.dueOn', { day: formatDay(due) })}
              </Text>
            ))}
          </div>
        )}
        {data && data.reviews.length > 0 && (
          <History title={t('memory.reviews')}>
            {data.reviews.map(({ id, skill, grade, at }) => (
              <li key={id}>
                {timeFormat.format(new Date(at))} · {t(`memory.${skill}`)} ·{' '}
                {grade === 'forget' ? t('memory.memoryReset') : t(`today.grade.${grade}`)}
              </li>
            ))}
          </History>
        )}
        {data && data.attempts.length > 0 && (
          <History title={t('memory.attempts')}>
            {data.attempts.map(({ at, what, extra_pauses }) => (
              <li key={at}>
                {timeFormat.format(new Date(at))} · {t(`memory.what.${what}`)}
                {extra_pauses ? ` · ${t('memory.extraPauses', { count: extra_pauses })}` : ''}
              </li>
            ))}
          </History>
        )}
        {data && data.cards.length > 0 && (
          <div>
            <Button variant="outline" color="red" loading={isForgetting} onClick={forget}>
              {t('memory.resetMemory')}
            </Button>
            <Text size="sm" c="dimmed" mt={4}>
              {t('memory.resetMemoryHint')}
            </Text>
          </div>
        )}
      </Stack>
    </Dialog>
  );
}

function History({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h5">
        {title}
      </Title>
      <ul className={classes.history}>{children}</ul>
    </section>
  );
}
