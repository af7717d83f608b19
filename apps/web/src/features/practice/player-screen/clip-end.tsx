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
import type { Sitting, Tally } from '../player/practice-tally.ts';
import { usePractised } from '../practised-lines.ts';
import type { PracticeMaterial } from '../use-practice-data.ts';
import classes from './clip-end.module.css';
import { linesWaiting } from './lines-waiting.ts';

type Props = {
  video: Pick<videos.Video, 'id' | 'original_language'>;
  tally: Tally;
  /** Positions of the lines that are not practised yet. */
  waiting: readonly number[];
  onStartAgain: () => void;
  onGoTo: (position: number) => void;
};

/** Summary of the learner's session, with links to continue. */
export function ClipEnd({ video, tally, waiting, onStartAgain, onGoTo }: Props) {
  const { t } = useTranslation();
  const next = useNextVideo(video);
  const [first] = waiting;
  const lines =
    tally.said > 0
      ? t('practice.saidLines', { count: tally.said })
      : t('practice.playedLines', { count: tally.heard });
  const picture = next && thumbnailUrl(next);
  return (
    <div className={classes.end} data-testid="clip-end">
      <div className={classes.summary}>
        <p className={classes.finished}>
          {first === undefined && <IconCircleCheckFilled size={44} aria-hidden />}
          {t(first === undefined ? 'practice.finished' : 'practice.lastLine')}
        </p>
        <p className={classes.done}>
          {lines} · {getTime(tally.practised, t)}
        </p>
        {first !== undefined && (
          <p className={classes.waiting}>{t('practice.linesLeft', { count: waiting.length })}</p>
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
      {/* For mouse users, since a button leads there too. */}
      {next && first === undefined && (
        <Link
          className={classes.next}
          to="/video/$videoId"
          params={{ videoId: next.id }}
          tabIndex={-1}
          aria-hidden
        >
          {picture && <img src={picture} alt="" width={320} height={180} onError={hide} />}
          <span dir="auto" lang={next.original_language}>
            {next.title}
          </span>
        </Link>
      )}
    </div>
  );
}

type SittingEndProps = Pick<Props, 'onStartAgain' | 'onGoTo'> & {
  material: PracticeMaterial;
  /** With the learner's line as its position. */
  snapshot: PlayerSnapshot;
  tally: Sitting;
};

export function SittingEnd({ material: { video, session }, snapshot, tally, ...actions }: SittingEndProps) {
  const practised = usePractised(video.id, session);
  const waiting = linesWaiting({ snapshot, segments: session.segments, practised, tally });
  return <ClipEnd video={video} tally={tally} waiting={waiting} {...actions} />;
}

function hide({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.hidden = true;
}

/** Formats a duration, in seconds if it is below a minute. */
function getTime(ms: number, t: ReturnType<typeof useTranslation>['t']): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 60
    ? t('practice.seconds', { count: seconds })
    : t('practice.minutes', { count: Math.round(ms / 60_000) });
}

/** Returns the next unfinished video in the home page's order: in its language, otherwise in another. */
function useNextVideo({ id, original_language }: Props['video']): videos.PracticeVideo | undefined {
  const alike = useQuery(
    queryFor(videos.listVideos, { query: { language: original_language, practisable: true } }),
  );
  const inLanguage = nextIn(alike.data?.results, id);
  const isNeeded = alike.data !== undefined && !inLanguage;
  const all = useQuery({
    ...queryFor(videos.listVideos, { query: { practisable: true } }),
    enabled: isNeeded,
  });
  return inLanguage ?? (isNeeded ? nextIn(all.data?.results, id) : undefined);
}

function nextIn(list: readonly videos.PracticeVideo[] = [], id: number): videos.PracticeVideo | undefined {
  const at = list.findIndex((video) => video.id === id);
  const others = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at))];
  return others.find(({ practised_count, line_count }) => !practice.isFinished(practised_count, line_count));
}
