import type { videos } from '@sayback/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { startI18n } from '../../../locales/i18n.ts';
import { openPage } from '../../../testing/open-page.tsx';
import type { PlayerSnapshot } from '../player/player.ts';
import { EMPTY_TALLY } from '../player/practice-tally.ts';
import { createPracticeVideo } from '../testing/practice-video.ts';
import { ClipEnd } from './clip-end.tsx';
import { findRemainingLines } from './find-remaining-lines.ts';
import { isOver } from './use-tally.ts';

const createVideo = (id: number, line = 0) =>
  createPracticeVideo(id, {
    title: `Clip ${id}`,
    original_language: 'en',
    language_display_name: 'English',
    last_segment: Math.max(0, line - 1),
    line,
    practised_count: line,
    length_ms: 60_000,
  });

const isEnglish = ({ original_language }: videos.PracticeVideo) => original_language === 'en';

const countTo = (count: number) => new Set(Array(count).keys());

async function openEnd(
  list: videos.PracticeVideo[],
  { said = 20, heard = 20, practisedMs = 370_000 } = {},
  remaining: number[] = [],
) {
  await startI18n();
  const [onStartAgain, onGoTo] = [vi.fn(), vi.fn()];
  const video = { id: 7, original_language: 'en' };
  const component = () => (
    <ClipEnd
      video={video}
      tally={{ ...EMPTY_TALLY, spokenLines: countTo(said), heardLines: countTo(heard), practisedMs }}
      remaining={remaining}
      onStartAgain={onStartAgain}
      onGoTo={onGoTo}
    />
  );
  await openPage({ path: '/video/$videoId', component }, '/video/7', ({ path }) => {
    const results = path === '/api/videos/?language=en' ? list.filter(isEnglish) : list;
    if (!path.startsWith('/api/videos/')) return undefined;
    return { status: 200, body: { count: results.length, next: null, previous: null, results } };
  });
  return { onStartAgain, onGoTo };
}

it('the end of a clip shows the number of spoken lines, and the time', async () => {
  await openEnd([]);
  expect((await screen.findByTestId('clip-end')).textContent).toContain('You said 20 lines · 6 minutes');
});

it('the end of a clip shows the number of heard lines if none was said', async () => {
  await openEnd([], { said: 0, heard: 1, practisedMs: 61_000 });
  expect((await screen.findByTestId('clip-end')).textContent).toContain('You heard 1 line · 1 minute');
});

it.each([
  [10_400, '10 seconds'],
  [200, '1 second'],
  [59_400, '59 seconds'],
  [59_600, '1 minute'],
  [100_000, '2 minutes'],
])('the end of a clip formats %i ms as %s', async (practisedMs, time) => {
  await openEnd([], { said: 1, heard: 1, practisedMs });
  expect((await screen.findByTestId('clip-end')).textContent).toContain(`You said 1 line · ${time}`);
});

it('the end of an unfinished clip shows the number of remaining lines, and leads to the first', async () => {
  const { onGoTo } = await openEnd([], { said: 1, heard: 1, practisedMs: 10_000 }, [1, 2, 4]);
  const end = await screen.findByTestId('clip-end');
  expect(end.textContent).toContain('That was the last line.');
  expect(end.textContent).toContain('3 lines are still waiting:');
  expect(end.textContent).not.toContain('finished');
  await userEvent.click(screen.getByRole('button', { name: 'Go on with line 2' }));
  expect(onGoTo).toHaveBeenCalledExactlyOnceWith(1);
});

it('the end of a clip offers its first line once', async () => {
  await openEnd([], { said: 1, heard: 1, practisedMs: 10_000 }, [0]);
  expect((await screen.findByTestId('clip-end')).textContent).toContain('1 line is still waiting:');
  expect(screen.getByRole('button', { name: 'Go on with line 1' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start again' })).toBeNull();
});

const lines = Array.from({ length: 10 }, (_, position) => ({
  id: position,
  position,
  lastPosition: position,
  start: position * 1000,
  end: position * 1000 + 900,
  original: `Line ${position}`,
  target: '',
}));

/** Finds the remaining ones of ten lines in a phase of the last line. */
function findRemainingAfter(practised: number[], phase: PlayerSnapshot['phase'], heard: number[] = []) {
  const snapshot = { index: 9, count: 10, round: 1, rate: 1, duration: 0, phase };
  return findRemainingLines({
    snapshot,
    segments: lines,
    practised: new Set(lines.filter(({ position }) => practised.includes(position))),
    tally: { ...EMPTY_TALLY, heardLines: new Set(heard.map((position) => position * 1000)) },
  });
}

it('lines remain until nine of ten are practised, including the current one', () => {
  const turn = { name: 'turn', since: 0, until: null } as const;
  expect(findRemainingAfter([], turn)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(findRemainingAfter([0, 2, 3, 4, 5, 6, 7], turn)).toEqual([1, 8]);
  expect(findRemainingAfter([0, 2, 3, 4, 5, 6, 7, 8], turn)).toEqual([]);
});

it('lines that were only heard remain, unless the learner listened through', () => {
  const allLines = lines.map(({ position }) => position);
  const turn = { name: 'turn', since: 0, until: null } as const;
  expect(findRemainingAfter([], turn, allLines)).toHaveLength(9);
  expect(findRemainingAfter([], { name: 'ready', isOver: true }, allLines)).toEqual([]);
  expect(findRemainingAfter([], { name: 'ready', isOver: true }, [8, 9])).toHaveLength(8);
});

it('the end of a clip leads to the next unfinished video', async () => {
  await openEnd([createVideo(9), createVideo(7, 20), createVideo(6, 20), createVideo(5, 3)]);
  const link = await screen.findByRole('link', { name: 'Next video' });
  expect(link.getAttribute('href')).toBe('/video/5');
});

it('the end of a clip wraps around to the first video', async () => {
  await openEnd([createVideo(9), createVideo(7)]);
  expect((await screen.findByRole('link', { name: 'Next video' })).getAttribute('href')).toBe('/video/9');
});

it('the end of a clip leads to a video in another language if none remains in this one', async () => {
  await openEnd([{ ...createVideo(9), original_language: 'ja' }, createVideo(7), createVideo(6, 20)]);
  expect((await screen.findByRole('link', { name: 'Next video' })).getAttribute('href')).toBe('/video/9');
});

it('the end of a clip suggests no next video if there is none', async () => {
  const { onStartAgain } = await openEnd([createVideo(7)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Start again' }));
  expect(onStartAgain).toHaveBeenCalled();
  expect(screen.queryByRole('link', { name: 'Next video' })).toBeNull();
});

it('a clip is over in the turn of the last line, or after listening through', () => {
  const snapshot = { index: 1, count: 2, round: 1, rate: 1, duration: 0 };
  const turn = { name: 'turn', since: 0, until: null } as const;
  expect(isOver({ ...snapshot, phase: turn })).toBe(true);
  expect(isOver({ ...snapshot, phase: turn, index: 0 })).toBe(false);
  expect(isOver({ ...snapshot, phase: { name: 'ready' } })).toBe(false);
  expect(isOver({ ...snapshot, phase: { name: 'ready', isOver: true } })).toBe(true);
});
