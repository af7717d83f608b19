import { Button } from '@mantine/core';
import type { PlayerSettings, practice } from '@sayback/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { preferencesQuery } from '../../../api/preferences.ts';
import { useAccount } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { HomeLink, PageFault } from '../../../ui/feedback/page-fault.tsx';
import { PageLoader } from '../../../ui/feedback/page-loader.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useIsOnline } from '../../../ui/use-is-online.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { PlayerFrame } from '../player-screen/player-frame.tsx';
import { saveReview, undoReview } from '../reviews/reviews.ts';
import { intervalInWords } from './interval.ts';
import { queueQuery, refreshToday } from './queries.ts';
import { ReviewEnd } from './review-end.tsx';
import { answered, currentLine, newReviewSession, skipped, undone } from './review-session.ts';
import { TodayPlayer } from './today-player.tsx';

/** Id of the notification that offers to undo the last answer. */
const LAST_ANSWER = 'last answer';

/** The lines that are due, one after the other, each in its own video. */
export function TodayScreen() {
  const { t } = useTranslation();
  usePageTitle(t('today.title'));
  const { data: queue, isError, isFetching, dataUpdatedAt, refetch } = useQuery(queueQuery);
  const preferences = useQuery(preferencesQuery);
  const settings = preferences.data?.player;
  // A failed reload doesn't end a session.
  const hasFailed = isError || (preferences.isError && !settings);
  const isOnline = useIsOnline();
  if (hasFailed) {
    const retry = () => {
      if (isError) void refetch();
      if (preferences.isError) void preferences.refetch();
    };
    return (
      <PlayerFrame title={t('today.title')}>
        <PageFault
          order={2}
          title={t('today.loadFailed')}
          text={t(isOnline ? 'app.tryLater' : 'app.opensOnline')}
        >
          <Button onClick={retry}>{t('app.retry')}</Button>
          <HomeLink isPrimary={false} />
        </PageFault>
      </PlayerFrame>
    );
  }
  if (!queue || !settings || isFetching) {
    return (
      <PlayerFrame title={t('today.title')}>
        <PageLoader />
      </PlayerFrame>
    );
  }
  return <TodayLines key={dataUpdatedAt} queue={queue} settings={settings} onMore={() => void refetch()} />;
}

type Props = { queue: practice.Queue; settings: PlayerSettings; onMore: () => void };

function TodayLines({ queue, settings, onMore }: Props) {
  const { t } = useTranslation();
  const account = useAccount();
  const client = useQueryClient();
  const [session, setSession] = useState(() => newReviewSession(queue.lines));
  useEffect(
    () => () => {
      toast.withdraw(LAST_ANSWER);
      void refreshToday(client);
    },
    [client],
  );
  const line = currentLine(session);
  const video = queue.videos.find(({ id }) => id === line?.video_id);
  const takingBack = useRef(false);

  async function takeBack(reviewId: string) {
    if (takingBack.current) return;
    takingBack.current = true;
    try {
      await undoReview(account, reviewId);
      setSession((before) => undone(before, reviewId));
    } catch {
      toast.failure(t('today.undoFailed'));
    } finally {
      takingBack.current = false;
    }
  }

  /** Moves on with the learner's grade. `reviewId`: id of a review that was already sent. */
  function answer(grade: practice.Grade, reviewId?: string) {
    if (!line) return;
    const id = reviewId ?? saveReview(account, line, { skill: line.skill, grade });
    setSession((before) => answered(before, id, grade));
    toast.offer(
      t('today.graded', {
        grade: t(`today.grade.${grade}`),
        when: intervalInWords(line.intervals[grade], t),
      }),
      { about: LAST_ANSWER, label: t('today.undo'), run: () => void takeBack(id) },
    );
  }

  if (!line || !video) return <ReviewEnd session={session} gone={queue.gone} onMore={onMore} />;
  return (
    <TodayPlayer
      key={video.id}
      video={video}
      line={line}
      number={session.at + 1}
      count={session.lines.length}
      settings={settings}
      onAnswer={answer}
      onSkip={() => setSession(skipped)}
    />
  );
}
