import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { TurnPhase } from '../turn-machine.ts';
import { NoTake } from './no-take.tsx';
import type { PhaseProps } from './phase-props.ts';

function renderNoTake(phase: TurnPhase) {
  const checkMicrophone = vi.fn();
  const props = { turnSnapshot: { phase }, checkMicrophone, again: vi.fn(), onReport: vi.fn() };
  render(
    <MantineProvider env="test">
      <NoTake {...(props as unknown as PhaseProps)} />
    </MantineProvider>,
  );
  return checkMicrophone;
}

it('a turn without speech leads to the microphone test', async () => {
  const checkMicrophone = renderNoTake({ name: 'ready', hasSpeech: false });
  const [sentence] = screen.getAllByText(/couldn't hear you/);
  expect(sentence?.textContent).toBe("I couldn't hear you. Try again, or check your microphone.");
  await userEvent.click(screen.getByRole('button', { name: 'check your microphone' }));
  expect(checkMicrophone).toHaveBeenCalledOnce();
});

it('a stopped turn doesn’t mention the microphone', () => {
  renderNoTake({ name: 'idle' });
  expect(screen.queryByText(/couldn't hear/)).toBeNull();
});
