import type { RibbonLayout } from './ribbon-layout.ts';

export type RibbonColours = { original: string; mine: string; quiet: string; mark: string };

/** Heights in the drawing, pixels. */
export const WORDS_HEIGHT = 20;
export const TRACK_HEIGHT = 56;
export const GAP_HEIGHT = 14;
export const MINE_TOP = WORDS_HEIGHT + TRACK_HEIGHT + GAP_HEIGHT;

const FONT_PX = 13;
const SMALLEST_PX = 11;
const SPACE = 4;
/** How far a word may stand after where it starts. */
const MOST_DRIFT = 16;

type Track = NonNullable<RibbonLayout['tracks']['original']>;

/** Draws what was laid out; `formatSeconds` words the length of pauses. */
export function drawRibbons(
  context: CanvasRenderingContext2D,
  { tracks, words, links, leftOut }: RibbonLayout,
  colours: RibbonColours,
  { font, formatSeconds }: { font: string; formatSeconds: (seconds: number) => string },
): void {
  const originalMiddle = WORDS_HEIGHT + TRACK_HEIGHT / 2;
  const mineMiddle = MINE_TOP + TRACK_HEIGHT / 2;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  if (leftOut) hatch(context, leftOut, colours.mark);
  context.strokeStyle = colours.quiet;
  context.globalAlpha = 0.55;
  context.lineWidth = 1;
  for (const { from, to } of links) {
    const [top, bottom] = [WORDS_HEIGHT + TRACK_HEIGHT - 4, MINE_TOP + 4];
    context.beginPath();
    context.moveTo(from, WORDS_HEIGHT + 2);
    context.lineTo(from, top);
    context.bezierCurveTo(from, top + GAP_HEIGHT, to, bottom - GAP_HEIGHT, to, bottom);
    context.lineTo(to, MINE_TOP + TRACK_HEIGHT - 2);
    context.stroke();
  }
  context.globalAlpha = 1;
  const texts = { font, formatSeconds };
  if (tracks.original) drawTrack(context, tracks.original, originalMiddle, colours.original, colours, texts);
  if (tracks.mine) drawTrack(context, tracks.mine, mineMiddle, colours.mine, colours, texts);
  drawWords(context, words, colours, font);
}

function drawTrack(
  context: CanvasRenderingContext2D,
  track: Track,
  middle: number,
  colour: string,
  colours: RibbonColours,
  { font, formatSeconds }: { font: string; formatSeconds: (seconds: number) => string },
): void {
  context.fillStyle = colour;
  for (const ribbon of track.ribbons) {
    context.beginPath();
    for (const { x, y, half } of ribbon) context.lineTo(x, middle + y - half);
    for (const { x, y, half } of [...ribbon].reverse()) context.lineTo(x, middle + y + half);
    context.fill();
  }
  context.textAlign = 'center';
  for (const { from, to, seconds, isMarked } of track.pauses) {
    context.strokeStyle = isMarked ? colours.mark : colours.quiet;
    context.lineWidth = isMarked ? 2 : 1;
    context.setLineDash([1, 5]);
    context.beginPath();
    context.moveTo(from + 3, middle);
    context.lineTo(to - 3, middle);
    context.stroke();
    context.setLineDash([]);
    if (!isMarked) continue;
    context.fillStyle = colours.mark;
    context.font = `600 ${SMALLEST_PX}px ${font}`;
    context.fillText(formatSeconds(seconds), (from + to) / 2, middle - 7);
  }
}

/** What was left out: hatched, so that it is seen without its colour. */
function hatch(
  context: CanvasRenderingContext2D,
  { from, to }: { from: number; to: number },
  colour: string,
): void {
  context.save();
  context.beginPath();
  context.rect(from, WORDS_HEIGHT, to - from, TRACK_HEIGHT);
  context.clip();
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.globalAlpha = 0.6;
  for (let x = from - TRACK_HEIGHT; x < to; x += 7) {
    context.beginPath();
    context.moveTo(x, WORDS_HEIGHT + TRACK_HEIGHT);
    context.lineTo(x + TRACK_HEIGHT, WORDS_HEIGHT);
    context.stroke();
  }
  context.restore();
}

/**
 * Each word where it starts, all of them smaller where one is narrow. One that would lie over the last is left out, unless it is
 * marked.
 */
function drawWords(
  context: CanvasRenderingContext2D,
  words: RibbonLayout['words'],
  colours: RibbonColours,
  font: string,
): void {
  context.textAlign = 'left';
  const fontOf = (isMarked: boolean, size: number) => `${isMarked ? 700 : 500} ${size}px ${font}`;
  const measure = ({ text, isMarked }: (typeof words)[number], size: number) => {
    context.font = fontOf(isMarked, size);
    return context.measureText(text).width + SPACE;
  };
  const tightest = Math.min(1, ...words.map((word) => word.width / measure(word, FONT_PX)));
  const size = Math.max(SMALLEST_PX, FONT_PX * tightest);
  let free = 0;
  for (const word of words) {
    const { text, x, isMarked } = word;
    const width = measure(word, size);
    if (x < free - MOST_DRIFT && !isMarked) continue;
    context.fillStyle = isMarked ? colours.mark : colours.original;
    const at = Math.max(x, free);
    context.fillText(text, at, WORDS_HEIGHT - 6);
    free = at + width;
  }
}
