import { Button } from '@mantine/core';
import { videos } from '@sayback/contract';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queryOf } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import type { PlayerSnapshot } from '../player/player.ts';
import { countPhase, newSitting, type Tally } from '../player/practice-tally.ts';
import classes from './clip-end.module.css';

/** Returns true once the last line was said, or all was listened to. */
export const isOver = ({ phase, index, count }: PlayerSnapshot): boolean =>
  phase.name === 'turn' ? index === count - 1 : phase.name === 'ready' && phase.isOver === true;

/** Counts what the learner does; `reset` starts from zero. `line` is the start of the present one. */
export function useTally({ phase }: PlayerSnapshot, line: number): { tally: Tally; reset: () => void } {
  const [tally, setTally] = useState(newSitting);
  useEffect(
    () => setTally((before) => countPhase(before, phase.name, line, performance.now())),
    [phase, line],
  );
  return { tally, reset: () => setTally(newSitting()) };
}

type Props = {
  video: Pick<videos.Video, 'id' | 'original_language'>;
  tally: Tally;
  onStartAgain: () => void;
};

/** What the learner has done, and where to go from here. */
export function ClipEnd({ video, tally, onStartAgain }: Props) {
  const { t } = useTranslation();
  const next = useNextVideo(video);
  const minutes = Math.max(1, Math.round(tally.practised / 60_000));
  const lines =
    tally.said > 0
      ? t('practice.saidLines', { count: tally.said })
      : t('practice.heardLines', { count: tally.heard });
  return (
    <div className={classes.end} data-testid="clip-end">
      <p className={classes.finished}>
        <IconCircleCheckFilled size={32} aria-hidden />
        {t('practice.finished')}
      </p>
      <p>
        {lines} · {t('practice.minutes', { count: minutes })}
      </p>
      <div className={classes.choices}>
        {next && (
          <Button
            renderRoot={(props) => <Link {...props} to="/video/$videoId" params={{ videoId: next.id }} />}
            className={classes.next}
            variant="default"
            radius="xl"
            title={next.title}
          >
            {t('practice.nextVideo')}
          </Button>
        )}
        <Button variant="transparent" c="inherit" radius="xl" onClick={onStartAgain}>
          {t('practice.again')}
        </Button>
      </div>
    </div>
  );
}

/** The video after this one that isn't practised to its end, in the order of the home page: in its language, else in another. */
function useNextVideo({ id, original_language }: Props['video']): videos.PracticeVideo | undefined {
  const alike = useQuery(queryOf(videos.listVideos, { query: { language: original_language } }));
  const inLanguage = nextIn(alike.data?.results, id);
  const isNeeded = alike.data !== undefined && !inLanguage;
  const all = useQuery({ ...queryOf(videos.listVideos, {}), enabled: isNeeded });
  return inLanguage ?? (isNeeded ? nextIn(all.data?.results, id) : undefined);
}

function nextIn(list: readonly videos.PracticeVideo[] = [], id: number): videos.PracticeVideo | undefined {
  const at = list.findIndex((video) => video.id === id);
  const others = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at))];
  return others.find(({ practised_count, line_count }) => practised_count < line_count);
}
