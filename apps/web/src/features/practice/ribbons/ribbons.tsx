import { VisuallyHidden } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import type { Pause, SpeechFrames, WordTime } from '@sayback/speech';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { becomingTrack, layoutLive, toOutline } from './live-layout.ts';
import { drawBecoming, drawLive, drawRibbons, mineTop, WORDS_HEIGHT } from './ribbon-drawing.ts';
import { layoutRibbons } from './ribbon-layout.ts';
import classes from './ribbons.module.css';
import { useTakeFacts } from './use-take-facts.ts';

type Props = {
  original: SpeechFrames | null;
  mine: SpeechFrames | null;
  takeTimes: Float32Array | null;
  extraPauses: readonly Pause[];
  words: readonly WordTime[];
  leftOut: { start: number; end: number } | null;
  /** Draws the original's melody over the take's. */
  showsMelody: boolean;
  showsLegend: boolean;
  /** Plays the omitted part; null if there is none. */
  onMarked: (() => void) | null;
  /** Set if the take has just been recorded: its live bars turn into the ribbon. */
  live: Live | null;
};

/** `levels` grow while the learner speaks. */
export type Live = { levels: readonly number[]; start: number | null };

const BECOMING_MS = 240;

/** Two voices, one below the other: wide where loud, with a line for the melody, and connected where the same word starts. */
export function Ribbons({
  original,
  mine,
  takeTimes,
  extraPauses,
  words,
  leftOut,
  showsMelody,
  showsLegend,
  onMarked,
  live,
}: Props) {
  const { t } = useTranslation();
  const { seconds, lengthOf, factsOf } = useTakeFacts();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { ref: box, width, height } = useSize(canvas);
  const trackHeight = original ? Math.max(0, (height - mineTop(0)) / 2) : height;
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)', undefined, AT_ONCE);
  /** When the live bars started to turn into the ribbon. */
  const began = useRef<number>(null);
  const wasLive = useRef(live);
  const layout = useMemo(
    () =>
      layoutRibbons({
        original,
        mine,
        takeTimes,
        extraPauses,
        words,
        leftOut,
        width,
        height: trackHeight,
      }),
    [original, mine, takeTimes, extraPauses, words, leftOut, width, trackHeight],
  );
  // Counting syllables takes tens of milliseconds on a phone.
  const facts = useMemo(
    () => ({ original: original && factsOf(original), mine: mine && factsOf(mine) }),
    [original, mine, factsOf],
  );

  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || width === 0) return;
    const colours = getColours(element);
    const options = {
      font: getComputedStyle(element).fontFamily,
      formatSeconds: seconds,
      trackHeight,
      showsMelody,
    };
    const becoming = original && layout.tracks.mine && !isStill ? wasLive.current : null;
    const outline = becoming && original && toOutline(original, trackHeight);
    let frame = 0;
    const draw = () => {
      clearCanvas(element, context, width, height);
      if (!original) context.translate(0, -mineTop(trackHeight));
      began.current ??= performance.now();
      const progress = Math.min(1, (performance.now() - began.current) / BECOMING_MS);
      if (!becoming || !layout.tracks.mine || progress === 1)
        return drawRibbons(context, layout, colours, options);
      const before = { ...becoming, outline, width, height: trackHeight };
      const mine = becomingTrack(layout.tracks.mine, before, layout.pixelsPerSecond, progress);
      drawBecoming(context, layout, mine, colours, { ...options, progress });
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [original, layout, width, height, trackHeight, seconds, showsMelody, isStill]);

  return (
    <figure className={classes.figure} data-both={original !== null || undefined}>
      <div ref={box} className={classes.drawing}>
        <canvas ref={canvas} aria-hidden />
        {onMarked && layout.leftOut && (
          <button
            type="button"
            className={classes.marked}
            style={{
              left: layout.leftOut.from,
              width: layout.leftOut.to - layout.leftOut.from,
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
            {lengthOf(original)}
          </span>
        )}
        <span data-mine>
          {t('turn.figure.you')}
          <br />
          {mine && lengthOf(mine)}
        </span>
      </div>
      <VisuallyHidden component="figcaption">
        {facts.original && t('turn.figure.original', { facts: facts.original })}{' '}
        {facts.mine && t('turn.figure.mine', { facts: facts.mine })}
      </VisuallyHidden>
      {mine && showsLegend && (
        <p className={classes.legend} aria-hidden>
          {t(layout.links.length > 0 ? 'turn.figure.legendBoth' : 'turn.figure.legend')}
        </p>
      )}
    </figure>
  );
}

/** The microphone's level over the original's outline, which shows how much is left. */
export function LiveRibbon({ original, levels, start }: Live & { original: SpeechFrames | null }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { ref: box, height } = useSize(canvas);
  const outline = useMemo(() => original && toOutline(original, height), [original, height]);
  useLiveDrawing(canvas, { levels, start, outline, height });
  return (
    <figure className={classes.figure}>
      <div ref={box} className={classes.drawing}>
        <canvas ref={canvas} aria-hidden />
      </div>
      <div className={classes.names} aria-hidden>
        <span data-mine>{t('turn.figure.you')}</span>
      </div>
    </figure>
  );
}

/** Draws on each frame, the first time before the first paint. */
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

/** Read before the first drawing. */
const AT_ONCE = { getInitialValueInEffect: false };

/** Size of a drawing in pixels, known before it is first painted: otherwise the live bars would flicker. */
function useSize(canvas: RefObject<HTMLCanvasElement | null>) {
  const { ref, width, height } = useElementSize();
  const [first, setFirst] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { clientWidth = 0, clientHeight = 0 } = canvas.current ?? {};
    setFirst({ width: clientWidth, height: clientHeight });
  }, [canvas]);
  return { ref, width: width || first.width, height: height || first.height };
}

function getColours(element: HTMLElement) {
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(`--ribbon-${name}`);
  return {
    original: colour('original'),
    mine: colour('mine'),
    quiet: colour('quiet'),
    mark: colour('mark'),
  };
}

/** Scales the context to CSS pixels. */
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
