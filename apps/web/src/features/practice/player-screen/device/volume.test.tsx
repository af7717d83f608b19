import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Player } from '../../player/player.ts';
import { useVolume, VolumeControl } from './volume.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Control({ player }: { player: Player }) {
  return <VolumeControl {...useVolume(player)} />;
}

function renderControl() {
  const setVolume = vi.fn();
  render(
    <MantineProvider env="test">
      <Control player={{ setVolume } as unknown as Player} />
    </MantineProvider>,
  );
  return setVolume;
}

it('the volume control mutes, restores the level, and stores it', async () => {
  const setVolume = renderControl();
  fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '0.4' } });
  expect(setVolume).toHaveBeenLastCalledWith(0.4);
  await userEvent.click(screen.getByRole('button', { name: 'Mute' }));
  expect(setVolume).toHaveBeenLastCalledWith(0);
  await userEvent.click(screen.getByRole('button', { name: 'Unmute' }));
  expect(setVolume).toHaveBeenLastCalledWith(0.4);
  cleanup();
  expect(renderControl()).toHaveBeenLastCalledWith(0.4);
});
