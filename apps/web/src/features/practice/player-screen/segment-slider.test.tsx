import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { formatClock } from '../../../ui/format-clock.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import { SegmentSlider } from './segment-slider.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const createSegment = (id: number, start: number, original: string) => ({
  id,
  position: id,
  lastPosition: id,
  start,
  end: start + 4000,
  original,
  target: 'Hello.',
});
const segments = [
  createSegment(1, 0, 'Hola.'),
  createSegment(2, 5000, 'Adiós.'),
  createSegment(3, 10_000, 'Gracias.'),
];
const snapshot: PlayerSnapshot = {
  phase: { name: 'ready' },
  index: 0,
  count: 3,
  round: 1,
  rate: 1,
  duration: 0,
};

function renderSlider({ hidesText = false, duration = 20_000 } = {}) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const select = vi.fn();
  render(
    <MantineProvider env="test">
      <SegmentSlider
        player={{ select, position: () => 0 } as unknown as Player}
        snapshot={{ ...snapshot, duration }}
        segments={segments}
        practised={new Set()}
        hidesText={hidesText}
      />
    </MantineProvider>,
  );
  screen.getByRole('slider').focus();
  return { user, select };
}

it('the slider moves by a line per arrow key, and seeks once after the last press', async () => {
  const { user, select } = renderSlider();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('0:10 / 0:20 · Line 3 of 3');
  expect(screen.getByTestId('line-bubble').textContent).toBe('0:10 3. Gracias.');
  expect(select).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(600);
  expect(select.mock.calls).toEqual([[2]]);
});

it('the slider stops at the first and last line', async () => {
  const { user, select } = renderSlider();
  await user.keyboard('{PageUp}{ArrowRight}{ArrowLeft}');
  await vi.advanceTimersByTimeAsync(600);
  expect(select.mock.calls).toEqual([[1]]);
});

it('the slider hides the texts of lines that the learner wants to hear first', async () => {
  const { user } = renderSlider({ hidesText: true });
  await user.keyboard('{ArrowRight}');
  expect(screen.getByTestId('line-bubble').textContent).toBe('0:05 2. ');
});

it.each([
  [0, '0:00'],
  [9.99, '0:09'],
  [65, '1:05'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [36_061, '10:01:01'],
  [-1, '0:00'],
])('the slider formats %d seconds as %s', (seconds, clock) => {
  expect(formatClock(seconds)).toBe(clock);
});

it('the slider draws lines only up to the end of the video', () => {
  renderSlider({ duration: 9000 });
  const ends = [...document.querySelectorAll('path')].flatMap((path) =>
    [...(path.getAttribute('d') ?? '').matchAll(/H([\d.]+)/g)].map(([, end]) => Number(end)),
  );
  expect(ends.length).toBeGreaterThan(1);
  expect(Math.max(...ends)).toBeLessThanOrEqual(9000);
});
