import { type Ref, useState } from 'react';
import { loadTodayWording } from '../../../locales/i18n.ts';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';
import type { MarksHandle } from '../memory/mark-controls.tsx';
import { usePractised } from '../practised-lines.ts';
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

/** The slider, and the marks of the current line, whose space is reserved until they are loaded with the first line. */
export function PlayerPosition({ material, practice, hidesText, marks }: Props) {
  const { video, session: whole } = material;
  const { playback, session, line } = practice;
  const { player, snapshot } = playback;
  const practised = usePractised(video.id, session);
  const { name } = snapshot.phase;
  const [wasHeard, setWasHeard] = useState(false);
  if (!wasHeard && (name === 'playing' || name === 'turn')) setWasHeard(true);
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
        {wasHeard && (
          <InlinePart fallback={null}>
            <MarkControls ref={marks} videoId={video.id} session={whole} line={line} />
          </InlinePart>
        )}
      </div>
    </div>
  );
}
