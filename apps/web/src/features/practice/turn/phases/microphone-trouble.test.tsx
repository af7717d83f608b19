import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAccessToken } from '../../../../api/testing/access-token.ts';
import { storeTokens } from '../../../../api/tokens.ts';
import { turn as english } from '../../../../locales/en/turn.ts';
import { toasts } from '../../../../ui/feedback/toast.ts';
import type { MicrophoneProblem } from '../../recording/recorder.ts';
import { changeRecordingSettings, useRecordingSettings } from '../../recording/recording-settings.ts';
import { MicrophoneTrouble } from './microphone-trouble.tsx';
import type { PhaseProps } from './phase-props.ts';

beforeEach(() => {
  storeTokens({ access: createAccessToken('1'), refresh: 'r' });
  changeRecordingSettings('1', { isOn: true, deviceId: null, shownProblems: [] });
});
afterEach(() => {
  cleanup();
  toasts.clear();
});

const { trouble, troubleTitle, retry, withoutRecording, recordingOff } = english.turn;

function Turn({ problem, again = vi.fn() }: { problem: MicrophoneProblem; again?: () => void }) {
  const { isOn } = useRecordingSettings('1');
  const props = { account: '1', turnSnapshot: { problem }, again, onReport: vi.fn() };
  return (
    <MantineProvider env="test">
      {isOn ? <MicrophoneTrouble {...(props as unknown as PhaseProps)} /> : 'off'}
    </MantineProvider>
  );
}

const icon = () => screen.getByRole('button', { name: troubleTitle });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('a microphone fault is shown once, then as an icon that shows it when pressed', async () => {
  render(<Turn problem="denied" />);
  expect(screen.getByText(trouble.denied)).toBeTruthy();
  cleanup();
  render(<Turn problem="denied" />);
  expect(screen.queryByText(trouble.denied)).toBeNull();
  expect(screen.queryByRole('button', { name: retry })).toBeNull();
  expect(icon().getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(icon());
  expect(screen.getByText(trouble.denied)).toBeTruthy();
  expect(document.activeElement).toBe(icon());
  expect(screen.getByRole('button', { name: retry })).toBeTruthy();
});

it('another fault, or the same fault of another microphone, is shown as well', () => {
  render(<Turn problem="denied" />);
  cleanup();
  render(<Turn problem="absent" />);
  expect(screen.getByText(trouble.absent)).toBeTruthy();
  cleanup();
  changeRecordingSettings('1', { deviceId: 'headset' });
  render(<Turn problem="absent" />);
  expect(screen.getByText(trouble.absent)).toBeTruthy();
});

it('a fault is shown again after the learner retries', async () => {
  const again = vi.fn();
  render(<Turn problem="busy" again={again} />);
  await press(retry);
  expect(again).toHaveBeenCalledOnce();
  cleanup();
  render(<Turn problem="busy" />);
  expect(screen.getByText(trouble.busy)).toBeTruthy();
});

it('a fault has a button that turns recording off, and a note where to turn it back on', async () => {
  render(<Turn problem="denied" />);
  await press(withoutRecording);
  expect(screen.getByText('off')).toBeTruthy();
  expect(toasts.getSnapshot().map(({ message }) => message)).toEqual([recordingOff]);
});

it.each(['insecure', 'unsupported'] as const)('a fault that stays (%s) offers no retry', (problem) => {
  render(<Turn problem={problem} />);
  expect(screen.getByText(trouble[problem])).toBeTruthy();
  expect(screen.queryByRole('button', { name: retry })).toBeNull();
  expect(screen.getByRole('button', { name: withoutRecording })).toBeTruthy();
});
