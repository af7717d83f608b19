import type { layoutLive } from './live-layout.ts';
import type { RibbonLayout, Track } from './ribbon-layout.ts';

type RibbonColours = { original: string; take: string; quiet: string; mark: string };

/** Heights in the drawing, pixels. */
export const WORDS_HEIGHT = 20;
const GAP_HEIGHT = 14;
/** Returns the top of the take's track, below the original's of the same height. */
export const computeTakeTop = (trackHeight: number) => WORDS_HEIGHT + trackHeight + GAP_HEIGHT;

const FONT_PX = 13;
const MELODY_WIDTH = 2.5;
/** Opacity of the loudness behind the melody. */
const SHADE = 0.3;
const WORD_GAP = 4;
/** Maximum shift of a word to the right of its start, in pixels. */
const MAX_SHIFT = 16;

type Texts = { font: string; formatSeconds: (seconds: number) => string };

/** Draws a layout; `formatSeconds` formats the length of pauses. */
export function drawRibbons(
  context: CanvasRenderingContext2D,
  { tracks, words, links, omitted, melody }: RibbonLayout,
  colours: RibbonColours,
  {
    trackHeight,
    showsMelody,
    shade = SHADE,
    ...texts
  }: Texts & { trackHeight: number; showsMelody: boolean; shade?: number },
): void {
  const originalMiddle = WORDS_HEIGHT + trackHeight / 2;
  const takeMiddle = computeTakeTop(trackHeight) + trackHeight / 2;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  if (omitted) hatch(context, omitted, trackHeight, colours.mark);
  context.strokeStyle = colours.quiet;
  context.globalAlpha = 0.55;
  context.lineWidth = 1;
  for (const { from, to } of links) {
    const [top, bottom] = [WORDS_HEIGHT + trackHeight - 4, computeTakeTop(trackHeight) + 4];
    context.beginPath();
    context.moveTo(from, WORDS_HEIGHT + 2);
    context.lineTo(from, top);
    context.bezierCurveTo(from, top + GAP_HEIGHT, to, bottom - GAP_HEIGHT, to, bottom);
    context.lineTo(to, bottom + trackHeight - 6);
    context.stroke();
  }
  context.globalAlpha = 1;
  if (tracks.original)
    drawTrack(context, tracks.original, originalMiddle, colours.original, colours, { ...texts, shade });
  if (tracks.take) drawTrack(context, tracks.take, takeMiddle, colours.take, colours, { ...texts, shade });
  if (showsMelody) drawMelody(context, melody, takeMiddle, colours.original, [5, 4]);
  drawWords(context, words, colours, texts.font);
}

const EMPTY_LAYOUT: RibbonLayout = {
  tracks: { original: null, take: null },
  words: [],
  links: [],
  melody: [],
  omitted: null,
  pixelsPerSecond: 1,
};

/** Draws the transition from live bars to a ribbon: the rest of the layout fades in with the progress, 0 to 1. */
export function drawTransition(
  context: CanvasRenderingContext2D,
  { tracks, ...layout }: RibbonLayout,
  take: Track,
  colours: RibbonColours,
  { progress, ...options }: Parameters<typeof drawRibbons>[3] & { progress: number },
): void {
  drawRibbons(context, { ...layout, tracks: { ...tracks, take: null } }, colours, options);
  context.save();
  context.resetTransform();
  context.globalCompositeOperation = 'destination-in';
  context.globalAlpha = progress;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.restore();
  const shade = 1 + (SHADE - 1) * progress;
  drawRibbons(context, { ...EMPTY_LAYOUT, tracks: { original: null, take } }, colours, { ...options, shade });
}

/** Draws the live bars over the original's outline in a canvas of one track. */
export function drawLive(
  context: CanvasRenderingContext2D,
  { bars, outline }: ReturnType<typeof layoutLive>,
  colours: Pick<RibbonColours, 'take' | 'quiet'>,
  trackHeight: number,
): void {
  const middle = trackHeight / 2;
  context.fillStyle = colours.quiet;
  context.globalAlpha = 0.5;
  for (const band of outline) fillBand(context, band, middle);
  context.globalAlpha = 1;
  context.fillStyle = colours.take;
  for (const { x, width, half } of bars) context.fillRect(x, middle - half, width, 2 * half);
}

function fillBand(
  context: CanvasRenderingContext2D,
  band: readonly { x: number; half: number }[],
  middle: number,
): void {
  context.beginPath();
  for (const { x, half } of band) context.lineTo(x, middle - half);
  for (const { x, half } of [...band].reverse()) context.lineTo(x, middle + half);
  context.fill();
}

/** Draws a line that follows the pitch. */
function drawMelody(
  context: CanvasRenderingContext2D,
  points: Track['ribbons'][number],
  middle: number,
  colour: string,
  dashes: number[] = [],
): void {
  context.strokeStyle = colour;
  context.lineWidth = MELODY_WIDTH;
  context.setLineDash(dashes);
  context.beginPath();
  for (const { x, y } of points) context.lineTo(x, middle + y);
  context.stroke();
  context.setLineDash([]);
}

function drawTrack(
  context: CanvasRenderingContext2D,
  track: Track,
  middle: number,
  colour: string,
  colours: RibbonColours,
  { font, formatSeconds, shade }: Texts & { shade: number },
): void {
  context.fillStyle = colour;
  for (const ribbon of track.ribbons) {
    context.globalAlpha = shade;
    fillBand(context, ribbon, middle);
    context.globalAlpha = 1;
    drawMelody(context, ribbon, middle, colour);
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
    context.font = `600 ${FONT_PX}px ${font}`;
    context.fillText(formatSeconds(seconds), (from + to) / 2, middle - 7);
  }
}

/** Hatches an omitted range: colour alone isn't accessible. */
function hatch(
  context: CanvasRenderingContext2D,
  { from, to }: { from: number; to: number },
  trackHeight: number,
  colour: string,
): void {
  context.save();
  context.beginPath();
  context.rect(from, WORDS_HEIGHT, to - from, trackHeight);
  context.clip();
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.globalAlpha = 0.6;
  for (let x = from - trackHeight; x < to; x += 7) {
    context.beginPath();
    context.moveTo(x, WORDS_HEIGHT + trackHeight);
    context.lineTo(x + trackHeight, WORDS_HEIGHT);
    context.stroke();
  }
  context.restore();
}

/** Isolates a text, so that it has its own direction and not the page's (Unicode's first strong isolate). */
const isolate = (text: string) => `\u2068${text}\u2069`;

/** Draws each word at its start. If they don't all fit, unmarked words become dots. */
function drawWords(
  context: CanvasRenderingContext2D,
  words: RibbonLayout['words'],
  colours: RibbonColours,
  font: string,
): void {
  context.textAlign = 'left';
  const placed = [];
  let nextX = 0;
  let fits = true;
  for (const { text, x, isMarked } of words) {
    context.font = `${isMarked ? 700 : 500} ${FONT_PX}px ${font}`;
    const shownX = Math.max(x, nextX);
    nextX = shownX + context.measureText(text).width + WORD_GAP;
    fits &&= shownX - x <= MAX_SHIFT && nextX - WORD_GAP <= context.canvas.clientWidth;
    placed.push({ text, x, shownX, isMarked, font: context.font });
  }
  for (const { text, x, shownX, isMarked, font } of placed) {
    context.fillStyle = isMarked ? colours.mark : colours.original;
    context.font = font;
    if (fits) context.fillText(isolate(text), shownX, WORDS_HEIGHT - 6);
    else if (!isMarked) context.fillRect(x, WORDS_HEIGHT - 9, 4, 4);
  }
  const markedWords = placed.filter(({ isMarked }) => isMarked);
  const [first] = markedWords;
  if (fits || !first) return;
  const text = markedWords.map((word) => word.text).join(' ');
  context.font = first.font;
  const width = context.measureText(text).width;
  const shownX = Math.max(0, Math.min(first.x, context.canvas.clientWidth - width));
  context.clearRect(shownX - WORD_GAP, 0, width + 2 * WORD_GAP, WORDS_HEIGHT - 1);
  context.fillStyle = colours.mark;
  context.fillText(isolate(text), shownX, WORDS_HEIGHT - 6);
}
