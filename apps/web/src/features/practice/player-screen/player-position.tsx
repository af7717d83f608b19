import { type Ref, useState } from 'react';
import { loadTodayWording } from '../../../locales/i18n.ts';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';
import type { MarksHandle } from '../memory/mark-controls.tsx';
import { usePractisedLines } from '../practised-lines.ts';
import type { PracticeMaterial } from '../use-practice-data.ts';
import classes from './player-stage.module.css';
import { SegmentSlider } from './segment-slider.tsx';
import type { Practice } from './use-practice.ts';

const MarkControls = lazyPart(async () => {
  await loadTodayWording();
  return import('../memory/mark-controls.tsx');
}, 'MarkControls');

type Props = {
  material: PracticeMaterial;
  practice: Practice;
  hidesText: boolean;
  marks: Ref<MarksHandle>;
};

/** The slider, and the mark buttons of the current line, which are loaded with the first line. */
export function PlayerPosition({ material, practice, hidesText, marks }: Props) {
  const { video, session: fullSession } = material;
  const { playback, session, line } = practice;
  const { player, snapshot } = playback;
  const practised = usePractisedLines(video.id, session);
  const { name } = snapshot.phase;
  const [hasStarted, setHasStarted] = useState(false);
  if (!hasStarted && (name === 'playing' || name === 'turn')) setHasStarted(true);
  return (
    <div className={classes.position}>
      <SegmentSlider
        player={player}
        snapshot={snapshot}
        segments={session.segments}
        practised={practised}
        hidesText={hidesText}
      />
      <div className={classes.marks}>
        {hasStarted && (
          <InlinePart fallback={null} isSilent>
            <MarkControls ref={marks} videoId={video.id} session={fullSession} line={line} />
          </InlinePart>
        )}
      </div>
    </div>
  );
}
