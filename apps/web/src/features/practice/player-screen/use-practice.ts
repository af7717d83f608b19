import type { PlayerSettings } from '@sayback/contract';
import { useEffect } from 'react';
import type { PracticeMaterial } from '../use-practice-data.ts';
import { positionOfLine, useBuildUp } from '../ways/use-build-up.ts';
import { selectedWay, WAYS, type WayName, withWay } from '../ways/ways.ts';
import { useSaveProgress } from './save-progress.ts';
import { usePlayback } from './use-playback.ts';

/** Plays a video's lines in the learner's practice mode, and saves their position. */
export function usePractice({ video, session: whole, settings: own }: PracticeMaterial) {
  const way = selectedWay(own, video.id);
  const { built: session, setLine } = useBuildUp(whole, video, way.inParts === true);
  const playback = usePlayback(session, own, way);
  const { player, snapshot, turn, practiceSettings, changePreferences } = playback;
  const segment = session.segments[snapshot.index];
  const line = segment?.part?.line ?? snapshot.index;
  useEffect(() => setLine(line), [setLine, line]);
  useSaveProgress(video.id, whole, line);

  const chooseWay = (name: WayName) =>
    changePreferences(({ player }) => ({ player: withWay(player, video.id, name) }));
  return {
    playback,
    way,
    /** The lines to play: for a build-up, with their parts. */
    session,
    segment,
    /** Position of the learner's line in the whole session. */
    line,
    goTo: (line: number) => player?.select(positionOfLine(session, line)),
    chooseWay,
    /** Chooses among the current question's answers, otherwise a way to practise, by its number from 1. */
    chooseNumber(number: number) {
      if (turn?.choose) return turn.choose(number);
      const chosen = WAYS[number - 1];
      if (chosen) chooseWay(chosen.name);
    },
    /** The learner's own settings; listening through is a practice mode. */
    settings: { ...own, listen_through: practiceSettings.listen_through },
    changeSettings({ listen_through, ...changes }: Partial<PlayerSettings>) {
      const way =
        listen_through === undefined ? {} : withWay(own, video.id, listen_through ? 'listen' : 'say');
      changePreferences({ player: { ...changes, ...way } });
    },
  };
}

export type Practice = ReturnType<typeof usePractice>;
