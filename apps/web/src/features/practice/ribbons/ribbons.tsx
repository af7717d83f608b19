import { VisuallyHidden } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import type { Pause, SpeechFrames, WordTime } from '@sayback/speech';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { interpolateTrack, layoutLive, layoutOutline } from './live-layout.ts';
import { computeTakeTop, drawLive, drawRibbons, drawTransition, WORDS_HEIGHT } from './ribbon-drawing.ts';
import { layoutRibbons } from './ribbon-layout.ts';
import classes from './ribbons.module.css';
import { useTakeDescription } from './use-take-description.ts';

type Props = {
  original: SpeechFrames | null;
  take: SpeechFrames | null;
  takeTimes: Float32Array | null;
  extraPauses: readonly Pause[];
  words: readonly WordTime[];
  omitted: { start: number; end: number } | null;
  /** Draws the original's melody over the take's. */
  showsMelody: boolean;
  showsLegend: boolean;
  /** Plays the omitted part; null if there is none. */
  onMarked: (() => void) | null;
  /** Live bars of a take that was just recorded: they turn into its ribbon. */
  live: Live | null;
};

/** The voice during a recording; `levels` grows while the learner speaks. */
type Live = { levels: readonly number[]; start: number | null };

const TRANSITION_MS = 240;

/** Draws the original above the take: high where loud, with a line for the melody, and connected at the start of each word. */
export function Ribbons({
  original,
  take,
  takeTimes,
  extraPauses,
  words,
  omitted,
  showsMelody,
  showsLegend,
  onMarked,
  live,
}: Props) {
  const { t } = useTranslation();
  const { formatSeconds, formatLength, describe } = useTakeDescription();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { ref: box, width, height } = useSize(canvas);
  const trackHeight = original ? Math.max(0, (height - computeTakeTop(0)) / 2) : height;
  const isReducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)', undefined, READ_AT_ONCE);
  /** Start of the transition from the live bars to the ribbon. */
  const startTime = useRef<number>(null);
  const initialLive = useRef(live);
  const layout = useMemo(
    () =>
      layoutRibbons({
        original,
        take,
        takeTimes,
        extraPauses,
        words,
        omitted,
        width,
        height: trackHeight,
      }),
    [original, take, takeTimes, extraPauses, words, omitted, width, trackHeight],
  );
  // Counting syllables takes tens of milliseconds on a phone.
  const descriptions = useMemo(
    () => ({ original: original && describe(original), take: take && describe(take) }),
    [original, take, describe],
  );

  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || width === 0) return;
    const colours = getColours(element);
    const options = {
      font: getComputedStyle(element).fontFamily,
      formatSeconds,
      trackHeight,
      showsMelody,
    };
    const startLive = original && layout.tracks.take && !isReducedMotion ? initialLive.current : null;
    const outline = startLive && original && layoutOutline(original, trackHeight);
    let frame = 0;
    const draw = () => {
      clearCanvas(element, context, width, height);
      if (!original) context.translate(0, -computeTakeTop(trackHeight));
      startTime.current ??= performance.now();
      const progress = Math.min(1, (performance.now() - startTime.current) / TRANSITION_MS);
      if (!startLive || !layout.tracks.take || progress === 1)
        return drawRibbons(context, layout, colours, options);
      const liveInput = { ...startLive, outline, width, height: trackHeight };
      const take = interpolateTrack(layout.tracks.take, liveInput, layout.pixelsPerSecond, progress);
      drawTransition(context, layout, take, colours, { ...options, progress });
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [original, layout, width, height, trackHeight, formatSeconds, showsMelody, isReducedMotion]);

  return (
    <figure className={classes.figure} data-has-original={original !== null || undefined}>
      <div ref={box} className={classes.drawing}>
        <canvas ref={canvas} aria-hidden />
        {onMarked && layout.omitted && (
          <button
            type="button"
            className={classes.marked}
            style={{
              left: layout.omitted.from,
              width: layout.omitted.to - layout.omitted.from,
              height: WORDS_HEIGHT + trackHeight,
            }}
            aria-label={t('turn.hearMarked')}
            title={t('turn.hearMarked')}
            onClick={onMarked}
          />
        )}
      </div>
      <div className={classes.names} aria-hidden>
        {original && (
          <span style={{ insetBlockStart: WORDS_HEIGHT }}>
            {t('turn.original')}
            <br />
            {formatLength(original)}
          </span>
        )}
        <span data-take>
          {t('turn.figure.you')}
          <br />
          {take && formatLength(take)}
        </span>
      </div>
      <VisuallyHidden component="figcaption">
        {descriptions.original && t('turn.figure.original', { facts: descriptions.original })}{' '}
        {descriptions.take && t('turn.figure.mine', { facts: descriptions.take })}
      </VisuallyHidden>
      {take && showsLegend && (
        <p className={classes.legend} aria-hidden>
          {t(layout.links.length > 0 ? 'turn.figure.legendBoth' : 'turn.figure.legend')}
        </p>
      )}
    </figure>
  );
}

/** Draws the microphone's level over the original's outline, which shows how much of the line remains. */
export function LiveRibbon({ original, levels, start }: Live & { original: SpeechFrames | null }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { ref: box, height } = useSize(canvas);
  const outline = useMemo(() => original && layoutOutline(original, height), [original, height]);
  useLiveDrawing(canvas, { levels, start, outline, height });
  return (
    <figure className={classes.figure}>
      <div ref={box} className={classes.drawing}>
        <canvas ref={canvas} aria-hidden />
      </div>
      <div className={classes.names} aria-hidden>
        <span data-take>{t('turn.figure.you')}</span>
      </div>
    </figure>
  );
}

/** Draws on each animation frame, first before the first paint. */
function useLiveDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  { levels, start, outline, height }: Omit<Parameters<typeof layoutLive>[0], 'width'>,
): void {
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const colours = getColours(element);
    let frame = 0;
    const draw = () => {
      const width = element.clientWidth;
      clearCanvas(element, context, width, height);
      drawLive(context, layoutLive({ levels, start, outline, width, height }), colours, height);
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [canvas, levels, start, outline, height]);
}

const READ_AT_ONCE = { getInitialValueInEffect: false };

/** Returns a drawing's size in pixels, already before the first paint: otherwise the live bars would flicker. */
function useSize(canvas: RefObject<HTMLCanvasElement | null>) {
  const { ref, width, height } = useElementSize();
  const [initial, setInitial] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { clientWidth = 0, clientHeight = 0 } = canvas.current ?? {};
    setInitial({ width: clientWidth, height: clientHeight });
  }, [canvas]);
  return { ref, width: width || initial.width, height: height || initial.height };
}

function getColours(element: HTMLElement) {
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(`--ribbon-${name}`);
  return {
    original: colour('original'),
    take: colour('take'),
    quiet: colour('quiet'),
    mark: colour('mark'),
  };
}

/** Clears the canvas, and scales its context to CSS pixels. */
function clearCanvas(
  element: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
): void {
  const ratio = window.devicePixelRatio;
  element.width = Math.round(width * ratio);
  element.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
}
