import { MantineProvider } from '@mantine/core';
import { DEFAULT_PLAYER_SETTINGS } from '@sayback/contract';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Player } from '../player/player.ts';
import type { Phase } from '../player/practice-state.ts';
import { PlayerControls } from './player-controls.tsx';

const turn: Phase = { name: 'turn', since: 0, until: null };

function show(
  phase: Phase,
  index = 0,
  isWaiting = false,
  finish: { label: string; run: () => void } | null = null,
  retry: (() => void) | null = null,
) {
  const player = { playSegment: vi.fn(), next: vi.fn() };
  render(
    <MantineProvider env="test">
      <PlayerControls
        player={player as unknown as Player}
        snapshot={{ phase, index, count: 2, round: 1, rate: 1, duration: 0, isPlayRequested: isWaiting }}
        finish={finish}
        retry={retry}
        isWaiting={isWaiting}
        volume={{ volume: { level: 1, isMuted: false }, setVolume: vi.fn(), toggleMute: vi.fn() }}
        settings={DEFAULT_PLAYER_SETTINGS}
        onSpeed={vi.fn()}
      />
    </MantineProvider>,
  );
  return player;
}

const names = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

it.each([
  ['ready', { name: 'ready' }, ['Previous', 'Play Segment', 'Next']],
  ['listening', { name: 'playing' }, ['Previous', 'Stop', 'Next']],
  ["the learner's turn", turn, ['Previous', 'Next Segment', 'Play Segment']],
] as const)('the main button shows what comes next: %s', (_, phase, expected) => {
  show(phase);
  expect(names().slice(1, 4)).toEqual(expected);
});

it('the buttons continue, or replay the segment, in the turn', async () => {
  const player = show(turn);
  await userEvent.click(screen.getByRole('button', { name: 'Next Segment' }));
  expect(player.next).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Play Segment' }));
  expect(player.playSegment).toHaveBeenCalledOnce();
});

it('the main button replays the last segment, since none follows it', () => {
  show(turn, 1);
  expect(names().slice(1, 4)).toEqual(['Previous', 'Play Segment', 'Next']);
});

it('a press that waits for the video shows at once, and can be undone', () => {
  show({ name: 'loading' }, 0, true);
  const button = screen.getByRole('button', { name: 'Stop' });
  expect(button.querySelector('.mantine-Loader-root')).not.toBeNull();
});

it('the main button ends a turn that is being recorded before it continues', async () => {
  const finish = { label: 'Done', run: vi.fn() };
  const player = show(turn, 0, false, finish);
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(finish.run).toHaveBeenCalledOnce();
  expect(player.next).not.toHaveBeenCalled();
});

it.each([
  ['failed', { name: 'failed', code: 'network' }],
  ['has let the learner wait for too long', { name: 'starting', deadline: 0 }],
] as const)('the main button reloads a medium that %s', async (_, phase) => {
  const retry = vi.fn();
  show(phase, 0, false, null, retry);
  expect(names()[2]).toBe('Try again');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});
