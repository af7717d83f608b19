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
import { saveReview, sendReviews, undoReview } from '../reviews/reviews.ts';
import { formatInterval } from './format-interval.ts';
import { queueQuery, refreshToday } from './queries.ts';
import { ReviewEnd } from './review-end.tsx';
import { addAnswer, createReviewSession, getCurrentLine, removeAnswer, skipLine } from './review-session.ts';
import { TodayPlayer } from './today-player.tsx';

/** Id of the toast that offers to undo the last answer. */
const UNDO_TOAST = 'last answer';

/** Plays the due lines one after the other, each in its own video. */
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
  const [session, setSession] = useState(() => createReviewSession(queue.lines));
  useEffect(
    () => () => {
      toast.withdraw(UNDO_TOAST);
      void refreshToday(client);
    },
    [client],
  );
  const line = getCurrentLine(session);
  const video = queue.videos.find(({ id }) => id === line?.video_id);
  const isUndoing = useRef(false);

  async function undo(reviewId: string) {
    if (isUndoing.current) return;
    isUndoing.current = true;
    try {
      await undoReview(account, reviewId);
      setSession((before) => removeAnswer(before, reviewId));
    } catch {
      toast.failure(t('today.undoFailed'));
    } finally {
      isUndoing.current = false;
    }
  }

  /** Saves the learner's grade, unless `reviewId` was already saved, and continues. */
  function answer(grade: practice.Grade, reviewId?: string) {
    if (!line) return;
    const id = reviewId ?? saveReview(account, line, { skill: line.skill, grade });
    // The end of the session or home can have loaded the number of waiting lines before the review was saved.
    void sendReviews(account).then(() => refreshToday(client));
    setSession((before) => addAnswer(before, id, grade));
    toast.offer(
      t('today.graded', {
        grade: t(`today.grade.${grade}`),
        when: formatInterval(line.intervals[grade], t),
      }),
      { about: UNDO_TOAST, label: t('app.undo'), run: () => void undo(id) },
    );
  }

  if (!line || !video) return <ReviewEnd session={session} gone={queue.gone} onMore={onMore} />;
  return (
    <TodayPlayer
      key={video.id}
      video={video}
      line={line}
      number={session.index + 1}
      count={session.lines.length}
      settings={settings}
      onAnswer={answer}
      onSkip={() => setSession(skipLine)}
    />
  );
}
