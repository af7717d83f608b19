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

/**
 * Pixels: the line of times, the line of texts, the gap between a block's edge and its text, and the minimum gap between
 * two times.
 */
const RULER = 13;
const TEXT = 15;
const PADDING = 4;
const MARK_GAP = 70;
const STEPS = [100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000];

/** Draws the ruler, the sound and the segments, in the canvas's own colours. */
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
  const getX = (ms: number) => ((ms - window.from) / window.length) * width;

  let covered = 0;
  for (const { segment, start, end } of blocks) {
    const x = getX(start);
    const isCurrent = segment.id === currentId;
    context.fillStyle = colour(isCurrent ? '--block-current' : '--block');
    // Draw overlaps once, so that they don't get darker.
    const from = isCurrent ? x : Math.max(x, covered);
    if (getX(end) > from) context.fillRect(from, RULER, getX(end) - from, height - RULER);
    covered = Math.max(covered, getX(end));
    context.fillStyle = colour(segment.mismatch ? '--block-mismatch' : '--block-edge');
    for (const edge of [x, Math.max(x, getX(end) - 1)]) context.fillRect(edge, RULER, 1, height - RULER);
  }
  if (sound) drawSound(context, { sound, window, width, height, colour: colour('--wave') });
  context.fillStyle = colour('--mark');
  const step = STEPS.find((ms) => getX(window.from + ms) >= MARK_GAP) ?? 300_000;
  for (let ms = Math.ceil(window.from / step) * step; ms < window.from + window.length; ms += step) {
    context.fillRect(getX(ms), 0, 1, RULER);
    const tenths = step < 1000 ? `.${Math.floor(ms / 100) % 10}` : '';
    context.fillText(`${formatClock(ms / 1000)}${tenths}`, getX(ms) + PADDING, RULER / 2 + 1);
  }
  for (const [at, block] of blocks.entries()) {
    const x = Math.max(0, getX(block.start));
    // The next text starts at its own block, even if they overlap.
    const end = Math.min(block.end, blocks[at + 1]?.start ?? block.end);
    drawText(context, block, {
      x,
      width: getX(end) - x,
      y: height - TEXT / 2,
      colour: colour('--text'),
    });
  }
}

type Wave = { sound: Sound; window: TimeWindow; width: number; height: number; colour: string };

function drawSound(context: CanvasRenderingContext2D, wave: Wave): void {
  const { sound, window, width, height, colour } = wave;
  const room = height - RULER - TEXT;
  const middle = RULER + room / 2;
  context.fillStyle = colour;
  const perPixel = ((window.length / width) * sound.perSecond) / 1000;
  const first = (window.from * sound.perSecond) / 1000;
  for (let x = 0; x < width; x += 1) {
    let loudest = 0;
    const end = Math.max(first + x * perPixel + 1, first + (x + 1) * perPixel);
    for (let at = Math.floor(first + x * perPixel); at < end; at += 1)
      loudest = Math.max(loudest, sound.values[at] ?? 0);
    const half = Math.max(0.5, (room / 2) * (loudest / sound.loudest));
    context.fillRect(x, middle - half, 1, 2 * half);
  }
}

type TextBox = { x: number; y: number; width: number; colour: string };

/** Draws a segment's number and as much of its text as fits. */
function drawText(context: CanvasRenderingContext2D, { segment, number }: Block, box: TextBox): void {
  const room = box.width - 2 * PADDING;
  const label = String(number);
  if (room < context.measureText(label).width) return;
  context.save();
  context.beginPath();
  context.rect(box.x + PADDING, 0, room, box.y + TEXT / 2);
  context.clip();
  context.fillStyle = box.colour;
  context.fillText(`${label}  ${segment.text_original.replace(/\s+/g, ' ')}`, box.x + PADDING, box.y);
  context.restore();
}
