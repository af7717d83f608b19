import { formatPosition } from '@sayback/contract';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import type { ClipPlayer } from '../../../../media/clip-player.ts';
import { usePlayback } from '../../../../media/use-clip-player.ts';
import { keySteps, type TimeWindow } from './time-window.ts';
import classes from './timeline.module.css';

const KEY_STEPS = keySteps(100, 1000);

type Props = { player: ClipPlayer; window: TimeWindow; ref: Ref<HTMLDivElement> };

/** Slider at the video's position on the timeline. */
export function Playhead({ player, window, ref }: Props) {
  const { t } = useTranslation();
  const element = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => element.current as HTMLDivElement);
  // Null while playing: the line moves without rendering, and nothing is announced.
  const position = usePlayback(player, (playback) =>
    playback.isPlaying ? null : Math.round(playback.position),
  );
  const duration = usePlayback(player, (playback) => playback.duration);

  useEffect(() => {
    let handle = 0;
    const drawPlayhead = () => {
      cancelAnimationFrame(handle);
      const { isPlaying, position: pausedPosition } = player.getState();
      const fraction = ((isPlaying ? player.position() : pausedPosition) - window.from) / window.length;
      if (element.current) {
        element.current.style.left = `${fraction * 100}%`;
        element.current.dataset.hidden = String(fraction < 0 || fraction > 1);
      }
      if (isPlaying) handle = requestAnimationFrame(drawPlayhead);
    };
    drawPlayhead();
    const unsubscribe = player.subscribe(drawPlayhead);
    return () => {
      unsubscribe();
      cancelAnimationFrame(handle);
    };
  }, [player, window]);

  function onKeyDown(event: KeyboardEvent): void {
    const step = KEY_STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    player.seek(Math.max(0, player.position() + step));
  }
  return (
    <div
      ref={element}
      role="slider"
      tabIndex={0}
      className={classes.playhead}
      aria-label={t('editorTiming.playhead')}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={position ?? Math.round(player.getState().position)}
      aria-valuetext={formatPosition(position ?? player.getState().position)}
      onKeyDown={onKeyDown}
    />
  );
}
