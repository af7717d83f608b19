import { expect, type Page } from '@playwright/test';
import { parsePosition, type subtitles } from '@sayback/contract';
import type { PlayedRange } from './media-watch.ts';

/** Locators of the practice screen. */
export const practicePage = (page: Page) => ({
  play: page.getByRole('button', { name: 'Play Segment' }),
  stop: page.getByRole('button', { name: 'Stop' }),
  next: page.getByRole('button', { name: 'Next' }),
  previous: page.getByRole('button', { name: 'Previous' }),
  count: page.getByTestId('segment-count'),
  /** The screen reader's announcement. */
  announcement: page.getByTestId('announcement'),
  original: page.locator('[data-part=original]'),
  translation: page.locator('[data-part=target]'),
});

/** Waits for the learner's turn to say a line. */
export async function waitForTurn(page: Page, segment: subtitles.Segment): Promise<void> {
  const turn = `Your turn: ${segment.text_original}`;
  await expect(practicePage(page).announcement).toHaveText(turn);
}

/** Converts one of the contract's positions to seconds. */
export const toSeconds = (position: string) => (parsePosition(position) ?? Number.NaN) / 1000;

/**
 * Expects that a segment was played from its start to at least its end; the bench measures how exactly it stops.
 * `step`: seconds by which the browser's media clock advances at a time.
 */
export function expectPlayed(stop: PlayedRange | undefined, segment: subtitles.Segment, step = 0): void {
  expect(stop?.from).toBeGreaterThan(toSeconds(segment.start_time) - 0.2);
  expect(stop?.from).toBeLessThan(toSeconds(segment.end_time));
  expect(stop?.at).toBeGreaterThanOrEqual(toSeconds(segment.end_time) - step);
}

/** The displayed number of the segment with this text. */
export function segmentNumber(segments: subtitles.Segment[], text: string): number {
  const index = segments.findIndex(({ text_original }) => text_original.includes(text));
  if (index < 0) throw new Error(`no segment contains ‘${text}’`);
  return index + 1;
}
