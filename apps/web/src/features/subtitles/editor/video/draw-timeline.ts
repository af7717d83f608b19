import { formatClock } from '../../../../ui/format-clock.ts';
import type { Block } from '../model/timeline.ts';
import type { Peaks } from './peaks.ts';
import type { TimeWindow } from './time-window.ts';

type Sound = Peaks & { loudest: number };
type Drawing = {
  window: TimeWindow;
  sound: Sound | null;
  blocks: readonly Block[];
  currentId: number | null;
};

/** Height of the line of times. */
const RULER_PX = 13;
/** Height of the line of texts. */
const TEXT_PX = 15;
const PADDING_PX = 4;
const MIN_MARK_GAP_PX = 70;
const MARK_STEPS_MS = [100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000];

/** Draws the ruler, the sound and the segments, in the colours of the canvas's CSS variables. */
export function drawTimeline(canvas: HTMLCanvasElement, { window, sound, blocks, currentId }: Drawing): void {
  const context = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!context || width === 0) return;
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name);
  context.font = `11px ${style.fontFamily}`;
  context.textBaseline = 'middle';
  const toX = (ms: number) => ((ms - window.from) / window.length) * width;

  let filledUntil = 0;
  for (const { segment, start, end } of blocks) {
    const x = toX(start);
    const isCurrent = segment.id === currentId;
    context.fillStyle = colour(isCurrent ? '--block-current' : '--block');
    // Fill overlaps only once, so that they aren't darker.
    const from = isCurrent ? x : Math.max(x, filledUntil);
    if (toX(end) > from) context.fillRect(from, RULER_PX, toX(end) - from, height - RULER_PX);
    filledUntil = Math.max(filledUntil, toX(end));
    context.fillStyle = colour(segment.mismatch ? '--block-mismatch' : '--block-edge');
    for (const edge of [x, Math.max(x, toX(end) - 1)]) context.fillRect(edge, RULER_PX, 1, height - RULER_PX);
  }
  if (sound) drawSound(context, { sound, window, width, height, colour: colour('--wave') });
  context.fillStyle = colour('--mark');
  const step = MARK_STEPS_MS.find((ms) => toX(window.from + ms) >= MIN_MARK_GAP_PX) ?? 300_000;
  for (let ms = Math.ceil(window.from / step) * step; ms < window.from + window.length; ms += step) {
    context.fillRect(toX(ms), 0, 1, RULER_PX);
    const tenths = step < 1000 ? `.${Math.floor(ms / 100) % 10}` : '';
    context.fillText(`${formatClock(ms / 1000)}${tenths}`, toX(ms) + PADDING_PX, RULER_PX / 2 + 1);
  }
  for (const [at, block] of blocks.entries()) {
    const x = Math.max(0, toX(block.start));
    // End at the next block, whose text starts there, even if they overlap.
    const end = Math.min(block.end, blocks[at + 1]?.start ?? block.end);
    drawText(context, block, {
      x,
      width: toX(end) - x,
      y: height - TEXT_PX / 2,
      colour: colour('--text'),
    });
  }
}

type Wave = { sound: Sound; window: TimeWindow; width: number; height: number; colour: string };

function drawSound(context: CanvasRenderingContext2D, wave: Wave): void {
  const { sound, window, width, height, colour } = wave;
  const waveHeight = height - RULER_PX - TEXT_PX;
  const middle = RULER_PX + waveHeight / 2;
  context.fillStyle = colour;
  const valuesPerPixel = ((window.length / width) * sound.perSecond) / 1000;
  const first = (window.from * sound.perSecond) / 1000;
  for (let x = 0; x < width; x += 1) {
    let loudest = 0;
    const end = Math.max(first + x * valuesPerPixel + 1, first + (x + 1) * valuesPerPixel);
    for (let at = Math.floor(first + x * valuesPerPixel); at < end; at += 1)
      loudest = Math.max(loudest, sound.values[at] ?? 0);
    const halfHeight = Math.max(0.5, (waveHeight / 2) * (loudest / sound.loudest));
    context.fillRect(x, middle - halfHeight, 1, 2 * halfHeight);
  }
}

type TextBox = { x: number; y: number; width: number; colour: string };

/** Draws a segment's number and as much of its text as fits. */
function drawText(context: CanvasRenderingContext2D, { segment, number }: Block, box: TextBox): void {
  const textWidth = box.width - 2 * PADDING_PX;
  const label = String(number);
  if (textWidth < context.measureText(label).width) return;
  context.save();
  context.beginPath();
  context.rect(box.x + PADDING_PX, 0, textWidth, box.y + TEXT_PX / 2);
  context.clip();
  context.fillStyle = box.colour;
  context.fillText(`${label}  ${segment.text_original.replace(/\s+/g, ' ')}`, box.x + PADDING_PX, box.y);
  context.restore();
}
