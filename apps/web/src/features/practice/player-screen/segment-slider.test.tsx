import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import { formatClock } from '../../../ui/format-clock.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import { SegmentSlider } from './segment-slider.tsx';

beforeAll(startI18n);
afterEach(() => vi.useRealTimers());

const segment = (id: number, start: number, end: number) => ({
  id,
  start,
  end,
  text_original: 'Hola.',
  text_target: 'Hello.',
});

const snapshot = { phase: { name: 'idle' }, index: 0, count: 2, round: 0, rate: 1, duration: 20_000 };

it('jumps once, after the last of several key presses', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const jumpTo = vi.fn();
  render(
    <MantineProvider env="test">
      <SegmentSlider
        player={{ jumpTo, position: () => 0 } as unknown as Player}
        snapshot={snapshot as unknown as PlayerSnapshot}
        segments={[segment(1, 0, 4000), segment(2, 5000, 9000)] as never}
      />
    </MantineProvider>,
  );
  screen.getByRole('slider').focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(jumpTo).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(600);
  expect(jumpTo.mock.calls.map(([ms]) => Math.round(ms))).toEqual([300]);
});

it.each([
  [0, '0:00'],
  [9.99, '0:09'],
  [65, '1:05'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [36_061, '10:01:01'],
  [-1, '0:00'],
])('writes %d seconds as %s', (seconds, clock) => {
  expect(formatClock(seconds)).toBe(clock);
});
