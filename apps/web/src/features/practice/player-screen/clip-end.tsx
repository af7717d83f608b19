import { Button } from '@mantine/core';
import { practice, videos } from '@sayback/contract';
import { IconCircleCheckFilled, IconPlayerSkipForwardFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { thumbnailUrl } from '../../../ui/thumbnail-url.ts';
import type { PlayerSnapshot } from '../player/player.ts';
import type { Tally } from '../player/practice-tally.ts';
import { usePractisedLines } from '../practised-lines.ts';
import type { PracticeMaterial } from '../use-practice-data.ts';
import classes from './clip-end.module.css';
import { findRemainingLines } from './find-remaining-lines.ts';

type Props = {
  video: Pick<videos.Video, 'id' | 'original_language'>;
  tally: Tally;
  /** Indices of the lines that aren't practised yet. */
  remaining: readonly number[];
  onStartAgain: () => void;
  onGoTo: (index: number) => void;
};

/** Summarizes the learner's session, with links to continue. */
export function ClipEnd({ video, tally, remaining, onStartAgain, onGoTo }: Props) {
  const { t } = useTranslation();
  const next = useNextVideo(video);
  const [first] = remaining;
  const [spoken, heard] = [tally.spokenLines.size, tally.heardLines.size];
  const lines =
    spoken > 0 ? t('practice.saidLines', { count: spoken }) : t('practice.playedLines', { count: heard });
  const thumbnail = next && thumbnailUrl(next);
  return (
    <div className={classes.end} data-testid="clip-end">
      <div>
        <p className={classes.finished}>
          {first === undefined && <IconCircleCheckFilled size={44} aria-hidden />}
          {t(first === undefined ? 'practice.finished' : 'practice.lastLine')}
        </p>
        <p className={classes.counts}>
          {lines} · {formatDuration(tally.practisedMs, t)}
        </p>
        {first !== undefined && (
          <p className={classes.remaining}>{t('practice.linesLeft', { count: remaining.length })}</p>
        )}
        <div className={classes.choices}>
          {first !== undefined && (
            <Button className={classes.main} variant="default" radius="xl" onClick={() => onGoTo(first)}>
              {t('practice.continueAtLine', { number: first + 1 })}
            </Button>
          )}
          {next && (
            <Button
              renderRoot={(props) => <Link {...props} to="/video/$videoId" params={{ videoId: next.id }} />}
              {...(first === undefined
                ? { className: classes.main, variant: 'default' }
                : { variant: 'transparent', c: 'inherit' })}
              radius="xl"
              title={next.title}
              leftSection={<IconPlayerSkipForwardFilled size={18} aria-hidden />}
            >
              {t('practice.nextVideo')}
            </Button>
          )}
          {first !== 0 && (
            <Button
              {...(first === undefined && !next
                ? { className: classes.main, variant: 'default' }
                : { variant: 'transparent', c: 'inherit' })}
              radius="xl"
              onClick={onStartAgain}
            >
              {t('practice.startAgain')}
            </Button>
          )}
        </div>
      </div>
      {/* Only for the mouse: a button has the same link. */}
      {next && first === undefined && (
        <Link
          className={classes.next}
          to="/video/$videoId"
          params={{ videoId: next.id }}
          tabIndex={-1}
          aria-hidden
        >
          {thumbnail && <img src={thumbnail} alt="" width={320} height={180} onError={hide} />}
          <span dir="auto" lang={next.original_language}>
            {next.title}
          </span>
        </Link>
      )}
    </div>
  );
}

type SessionEndProps = Pick<Props, 'onStartAgain' | 'onGoTo'> & {
  material: PracticeMaterial;
  /** Its `index` is the learner's line. */
  snapshot: PlayerSnapshot;
  tally: Tally;
};

export function SessionEnd({ material: { video, session }, snapshot, tally, ...actions }: SessionEndProps) {
  const practised = usePractisedLines(video.id, session);
  const remaining = findRemainingLines({ snapshot, segments: session.segments, practised, tally });
  return <ClipEnd video={video} tally={tally} remaining={remaining} {...actions} />;
}

function hide({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.hidden = true;
}

/** Formats a duration, in seconds if it is below a minute. */
function formatDuration(ms: number, t: ReturnType<typeof useTranslation>['t']): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 60
    ? t('practice.seconds', { count: seconds })
    : t('practice.minutes', { count: Math.round(ms / 60_000) });
}

/** Returns the next unfinished video in the home page's order: in its language, otherwise in another. */
function useNextVideo({ id, original_language }: Props['video']): videos.PracticeVideo | undefined {
  const sameLanguage = useQuery(
    queryFor(videos.listVideos, { query: { language: original_language, practisable: true } }),
  );
  const next = findNext(sameLanguage.data?.results, id);
  const needsOtherLanguage = sameLanguage.data !== undefined && !next;
  const allLanguages = useQuery({
    ...queryFor(videos.listVideos, { query: { practisable: true } }),
    enabled: needsOtherLanguage,
  });
  return next ?? (needsOtherLanguage ? findNext(allLanguages.data?.results, id) : undefined);
}

function findNext(list: readonly videos.PracticeVideo[] = [], id: number): videos.PracticeVideo | undefined {
  const current = list.findIndex((video) => video.id === id);
  const others = [...list.slice(current + 1), ...list.slice(0, Math.max(0, current))];
  return others.find(({ practised_count, line_count }) => !practice.isFinished(practised_count, line_count));
}
