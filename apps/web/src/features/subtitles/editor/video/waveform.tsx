import type { videos } from '@sayback/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import type { Edge } from '../model/times.ts';
import { usePeaks } from './peaks.ts';
import { useWaveSurfer } from './use-wave-surfer.ts';
import classes from './waveform.module.css';

type Props = {
  video: videos.Video;
  element: HTMLMediaElement;
  /** Of the current segment, in milliseconds. Null while they can't be read. */
  times: { start: number; end: number } | null;
  /** An edge was dragged to a moment, in milliseconds. */
  onMove: (edge: Edge, to: number) => void;
};

const secondsOf = ({ duration }: HTMLMediaElement) => (Number.isFinite(duration) ? duration : 0);

/** The length of a medium in seconds, 0 while it isn't known. */
function useSeconds(element: HTMLMediaElement): number {
  const [seconds, setSeconds] = useState(() => secondsOf(element));
  useEffect(() => {
    const look = () => setSeconds(secondsOf(element));
    look();
    element.addEventListener('durationchange', look);
    return () => element.removeEventListener('durationchange', look);
  }, [element]);
  return seconds;
}

/** The sound around the current segment, whose edges can be dragged. Fields and keys move them too. */
export function Waveform({ video, element, times, onMove }: Props) {
  const { t } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const seconds = useSeconds(element);
  const { peaks, isMaking, hasFailed } = usePeaks(video, seconds);
  useWaveSurfer({ container, element, peaks, seconds }, { times, onMove });

  if (hasFailed) return <p className={classes.note}>{t('editorVideo.waveformFailed')}</p>;
  return (
    <>
      {isMaking && <p className={classes.note}>{t('editorVideo.waveformMaking')}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and there are none in it. */}
      <div
        ref={container}
        className={classes.wave}
        role="group"
        aria-label={t('editorVideo.waveform')}
        hidden={!peaks}
        dir="ltr"
      />
    </>
  );
}
