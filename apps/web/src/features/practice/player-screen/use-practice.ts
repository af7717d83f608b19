import type { PlayerSettings } from '@sayback/contract';
import { useEffect } from 'react';
import { addModeChoice, findSelectedMode, MODES, type ModeName } from '../modes/modes.ts';
import { findLinePosition, useBuildUp } from '../modes/use-build-up.ts';
import type { PracticeMaterial } from '../use-practice-data.ts';
import { useSaveProgress } from './save-progress.ts';
import { usePlayback } from './use-playback.ts';

/** Plays a video's lines in the learner's practice mode, and saves their position. */
export function usePractice({ video, session: fullSession, settings: learnerSettings }: PracticeMaterial) {
  const mode = findSelectedMode(learnerSettings, video.id);
  const { dividedSession: session, setLine } = useBuildUp(fullSession, video, mode.isInParts === true);
  const playback = usePlayback(session, learnerSettings, mode);
  const { player, snapshot, turn, practiceSettings, changePreferences } = playback;
  const segment = session.segments[snapshot.index];
  const line = segment?.part?.line ?? snapshot.index;
  useEffect(() => setLine(line), [setLine, line]);
  useSaveProgress(video.id, fullSession, line);

  const chooseMode = (name: ModeName) =>
    changePreferences(({ player }) => ({ player: addModeChoice(player, video.id, name) }));
  return {
    playback,
    mode,
    /** The lines to play; in a build-up, their parts. */
    session,
    segment,
    /** Index of the learner's line in the full session. */
    line,
    goTo: (line: number) => player?.select(findLinePosition(session, line)),
    chooseMode,
    /** Chooses an answer to the current question, otherwise a practice mode, by its number from 1. */
    chooseNumber(number: number) {
      if (turn?.choose) return turn.choose(number);
      const chosen = MODES[number - 1];
      if (chosen) chooseMode(chosen.name);
    },
    /** The learner's settings; listening through is a practice mode. */
    settings: { ...learnerSettings, listen_through: practiceSettings.listen_through },
    changeSettings({ listen_through, ...changes }: Partial<PlayerSettings>) {
      const choice =
        listen_through === undefined
          ? {}
          : addModeChoice(learnerSettings, video.id, listen_through ? 'listen' : 'say');
      changePreferences({ player: { ...changes, ...choice } });
    },
  };
}

export type Practice = ReturnType<typeof usePractice>;
