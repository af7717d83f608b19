import { subtitles } from '@sayback/contract';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import WaveSurfer from 'wavesurfer.js';
import RegionsPlugin, { type Region } from 'wavesurfer.js/plugins/regions';
import type { Edge } from '../model/times.ts';
import type { Peaks } from './peaks.ts';
import { FULL_SCALE, LEAD, scaleFor } from './wave-scale.ts';

const HEIGHT = 88;

type Drawn = { surfer: WaveSurfer; regions: ReturnType<typeof RegionsPlugin.create> };

/** False once it has been destroyed. */
const isThere = ({ surfer }: Drawn): boolean => surfer.getDecodedData() !== null;

type Sound = {
  container: RefObject<HTMLDivElement | null>;
  element: HTMLMediaElement;
  peaks: Peaks | null;
  /** The length of the medium, 0 while it isn't known. */
  seconds: number;
};

/** Draws the sound of a medium. Null until it is drawn. */
function useDrawn(
  { container, element, peaks, seconds }: Sound,
  onMoved: (region: Region, side?: 'start' | 'end') => void,
) {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const report = useEffectEvent(onMoved);
  useEffect(() => {
    if (!container.current || !peaks || seconds === 0) return;
    const style = getComputedStyle(container.current);
    const regions = RegionsPlugin.create();
    const surfer = WaveSurfer.create({
      container: container.current,
      media: element,
      peaks: [peaks.values],
      duration: seconds,
      height: HEIGHT,
      minPxPerSec: FULL_SCALE,
      waveColor: style.getPropertyValue('--wave'),
      progressColor: style.getPropertyValue('--wave'),
      cursorColor: style.getPropertyValue('--cursor'),
      cursorWidth: 2,
      autoScroll: false,
      normalize: true,
      plugins: [regions],
    });
    // It scrolls: without a mouse, by its own keys.
    const scroller = surfer.getWrapper().parentElement;
    if (scroller) scroller.tabIndex = 0;
    regions.on('region-updated', (region, side) => report(region, side));
    surfer.on('ready', () => setDrawn({ surfer, regions }));
    return () => {
      setDrawn(null);
      surfer.destroy();
    };
  }, [container, element, peaks, seconds]);
  return drawn;
}

type Segment = {
  /** In milliseconds; null while the times can't be read. */
  times: { start: number; end: number } | null;
  /** An edge was dragged to a moment, in milliseconds. */
  onMove: (edge: Edge, to: number) => void;
};

/** Draws the sound with the segment in it, keeps the segment in view, and reports when one of its edges is dragged. */
export function useWaveSurfer(sound: Sound, { times, onMove }: Segment): void {
  const drawn = useDrawn(sound, (region, side) => {
    if (side === 'start') onMove('start_time', region.start * 1000);
    if (side === 'end') onMove('end_time', region.end * 1000);
  });
  const region = useRef<Region>(null);
  const start = times?.start;
  const end = times?.end;

  useEffect(() => {
    if (!drawn) region.current = null;
    if (!drawn || !isThere(drawn) || start === undefined || end === undefined) return;
    const place = { start: start / 1000, end: Math.max(end, start + 1) / 1000 };
    if (region.current) region.current.setOptions(place);
    else
      region.current = drawn.regions.addRegion({
        ...place,
        drag: false,
        resize: true,
        minLength: subtitles.SHORTEST_SEGMENT_MS / 1000,
        color: 'var(--region)',
      });
  }, [drawn, start, end]);

  useEffect(() => {
    if (!drawn || !isThere(drawn) || start === undefined || end === undefined) return;
    const { surfer } = drawn;
    const [from, to] = [start / 1000, Math.max(start, end) / 1000];
    const scale = scaleFor(to - from, surfer.getWidth());
    const isOther = scale !== surfer.options.minPxPerSec;
    if (isOther) surfer.zoom(scale);
    const left = surfer.getScroll() / scale;
    const right = left + surfer.getWidth() / scale;
    if (isOther || from < left + LEAD / 4 || to > right - LEAD / 4)
      surfer.setScrollTime(Math.max(0, from - LEAD));
  }, [drawn, start, end]);
}
