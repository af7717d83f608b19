import { MantineProvider } from '@mantine/core';
import { DEFAULT_PLAYER_SETTINGS } from '@sayback/contract';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Player } from '../player/player.ts';
import type { Phase } from '../player/practice-state.ts';
import { PlayerControls } from './player-controls.tsx';

const TURN: Phase = { name: 'turn', since: 0, until: null };

function renderControls(
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

const listLabels = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

it.each([
  ['ready', { name: 'ready' }, ['Previous', 'Play Segment', 'Next']],
  ['listening', { name: 'playing' }, ['Previous', 'Stop', 'Next']],
  ["the learner's turn", TURN, ['Previous', 'Next Segment', 'Play Segment']],
] as const)('the main button shows the next action: %s', (_, phase, expected) => {
  renderControls(phase);
  expect(listLabels().slice(1, 4)).toEqual(expected);
});

it('in the turn, buttons continue and replay the segment', async () => {
  const player = renderControls(TURN);
  await userEvent.click(screen.getByRole('button', { name: 'Next Segment' }));
  expect(player.next).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Play Segment' }));
  expect(player.playSegment).toHaveBeenCalledOnce();
});

it('the main button replays the last segment in its turn', () => {
  renderControls(TURN, 1);
  expect(listLabels().slice(1, 4)).toEqual(['Previous', 'Play Segment', 'Next']);
});

it('the main button shows a press that waits for the video, and can undo it', () => {
  renderControls({ name: 'loading' }, 0, true);
  const button = screen.getByRole('button', { name: 'Stop' });
  expect(button.querySelector('.mantine-Loader-root')).not.toBeNull();
});

it('the main button first ends a turn that is being recorded', async () => {
  const finish = { label: 'Done', run: vi.fn() };
  const player = renderControls(TURN, 0, false, finish);
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(finish.run).toHaveBeenCalledOnce();
  expect(player.next).not.toHaveBeenCalled();
});

it.each([
  ['failed', { name: 'failed', code: 'network' }],
  ['doesn’t start in time', { name: 'starting', deadline: 0 }],
] as const)('the main button reloads a medium that %s', async (_, phase) => {
  const retry = vi.fn();
  renderControls(phase, 0, false, null, retry);
  expect(listLabels()[2]).toBe('Try again');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});
