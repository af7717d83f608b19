import { VisuallyHidden } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import type { Pause, SpeechFrames, WordTime } from '@sayback/speech';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { LEVEL_MS } from '../recording/recorder.ts';
import { drawRibbons, mineTop, WORDS_HEIGHT } from './ribbon-drawing.ts';
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
  /** The original's melody is drawn over the take's. */
  showsMelody: boolean;
  showsLegend: boolean;
  /** Plays what was left out; null where nothing was. */
  onMarked: (() => void) | null;
  /** While the learner speaks: what comes from the microphone, dBFS. It grows. */
  levels: readonly number[] | null;
};

const QUIETEST_DB = -60;
/** Of a voice, pixels. */
const TRACK_HEIGHT = 56;
const LOW_TRACK_HEIGHT = 38;

/** Two voices one below the other: wide where loud, a line for the melody, joined where the same word starts. */
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
  levels,
}: Props) {
  const { t } = useTranslation();
  const { seconds, lengthOf, factsOf } = useTakeFacts();
  const { ref: box, width } = useElementSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const isLow = useMediaQuery('(max-height: 30em)', undefined, { getInitialValueInEffect: false });
  const trackHeight = isLow ? LOW_TRACK_HEIGHT : TRACK_HEIGHT;
  const height = original ? mineTop(trackHeight) + trackHeight : trackHeight;
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
  // Syllables are counted anew each time: tens of milliseconds on a telephone.
  const facts = useMemo(
    () => ({ original: original && factsOf(original), mine: mine && factsOf(mine) }),
    [original, mine, factsOf],
  );

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || width === 0) return;
    const ratio = window.devicePixelRatio;
    const colour = (name: string) => getComputedStyle(element).getPropertyValue(`--ribbon-${name}`);
    const colours = {
      original: colour('original'),
      mine: colour('mine'),
      quiet: colour('quiet'),
      mark: colour('mark'),
    };
    const texts = {
      font: getComputedStyle(element).fontFamily,
      formatSeconds: seconds,
    };
    let frame = 0;
    const draw = () => {
      element.width = Math.round(width * ratio);
      element.height = Math.round(height * ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      if (!original) context.translate(0, -mineTop(trackHeight));
      drawRibbons(context, layout, colours, { ...texts, trackHeight, showsMelody });
      if (!levels) return;
      drawLevels(context, levels, {
        width,
        trackHeight,
        colour: colours.mine,
        pixelsPerSecond: layout.pixelsPerSecond,
      });
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [original, layout, levels, width, height, trackHeight, seconds, showsMelody]);

  return (
    <figure className={classes.figure}>
      <div ref={box} className={classes.drawing}>
        <canvas ref={canvas} style={{ height }} aria-hidden />
        {onMarked && layout.leftOut && (
          <button
            type="button"
            className={classes.marked}
            style={{
              left: layout.leftOut.from,
              width: layout.leftOut.to - layout.leftOut.from,
              height: WORDS_HEIGHT + TRACK_HEIGHT,
            }}
            aria-label={t('turn.hearMarked')}
            title={t('turn.hearMarked')}
            onClick={onMarked}
          />
        )}
      </div>
      <div className={classes.names} style={{ height }} aria-hidden>
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

/** Bars from the left to now; what no longer fits moves out at the left. */
function drawLevels(
  context: CanvasRenderingContext2D,
  levels: readonly number[],
  {
    width,
    trackHeight,
    colour,
    pixelsPerSecond,
  }: { width: number; trackHeight: number; colour: string; pixelsPerSecond: number },
): void {
  const step = Math.max(2, (pixelsPerSecond * LEVEL_MS) / 1000);
  const visibleLevels = levels.slice(-Math.floor(width / step));
  const middle = mineTop(trackHeight) + trackHeight / 2;
  context.fillStyle = colour;
  for (const [index, level] of visibleLevels.entries()) {
    const half = 1 + Math.max(0, 1 - level / QUIETEST_DB) * (trackHeight / 2 - 2);
    context.fillRect(index * step, middle - half, Math.max(1, step - 1), 2 * half);
  }
}
