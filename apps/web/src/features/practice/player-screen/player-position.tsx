import { type Ref, useState } from 'react';
import { loadTodayWording } from '../../../locales/i18n.ts';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';
import type { StarHandle } from '../memory/star-control.tsx';
import { usePractised } from '../practised-lines.ts';
import type { PracticeMaterial } from '../use-practice-data.ts';
import classes from './player-stage.module.css';
import { SegmentSlider } from './segment-slider.tsx';
import type { Practice } from './use-practice.ts';

const StarControl = lazyPart(async () => {
  await loadTodayWording();
  return import('../memory/star-control.tsx');
}, 'StarControl');

type Props = {
  material: PracticeMaterial;
  practice: Practice;
  hidesText: boolean;
  star: Ref<StarHandle>;
};

/** The slider, and the star of the current line: room is reserved for it until it is loaded with the first line that is heard. */
export function PlayerPosition({ material, practice, hidesText, star }: Props) {
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
      <div className={classes.star}>
        {wasHeard && (
          <InlinePart fallback={null}>
            <StarControl ref={star} videoId={video.id} session={whole} line={line} />
          </InlinePart>
        )}
      </div>
    </div>
  );
}
