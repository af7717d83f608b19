import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { createAccessToken } from '../../../../api/testing/access-token.ts';
import { storeTokens } from '../../../../api/tokens.ts';
import { turn as english } from '../../../../locales/en/turn.ts';
import { toasts } from '../../../../ui/feedback/toast.ts';
import type { MicrophoneProblem } from '../../recording/recorder.ts';
import { changeRecordingSettings, useRecordingSettings } from '../../recording/recording-settings.ts';
import { MicrophoneProblemNotice } from './microphone-problem-notice.tsx';
import type { PhaseProps } from './phase-props.ts';

beforeEach(() => {
  storeTokens({ access: createAccessToken('1'), refresh: 'r' });
  changeRecordingSettings('1', { isOn: true, deviceId: null, shownProblems: [] });
});

const { trouble, troubleTitle, withoutRecording, recordingOff } = english.turn;
const retry = 'Try again';

function Turn({ problem, again = vi.fn() }: { problem: MicrophoneProblem; again?: () => void }) {
  const { isOn } = useRecordingSettings('1');
  const props = { account: '1', turnSnapshot: { problem }, again, onReport: vi.fn() };
  return (
    <MantineProvider env="test">
      {isOn ? <MicrophoneProblemNotice {...(props as unknown as PhaseProps)} /> : 'off'}
    </MantineProvider>
  );
}

const getIcon = () => screen.getByRole('button', { name: troubleTitle });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('a microphone problem is shown once, then behind an icon', async () => {
  render(<Turn problem="denied" />);
  expect(screen.getByText(trouble.denied)).toBeTruthy();
  cleanup();
  render(<Turn problem="denied" />);
  expect(screen.queryByText(trouble.denied)).toBeNull();
  expect(screen.queryByRole('button', { name: retry })).toBeNull();
  expect(getIcon().getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(getIcon());
  expect(screen.getByText(trouble.denied)).toBeTruthy();
  expect(document.activeElement).toBe(getIcon());
  expect(screen.getByRole('button', { name: retry })).toBeTruthy();
});

it('another problem, or the same one with another microphone, is shown too', () => {
  render(<Turn problem="denied" />);
  cleanup();
  render(<Turn problem="absent" />);
  expect(screen.getByText(trouble.absent)).toBeTruthy();
  cleanup();
  changeRecordingSettings('1', { deviceId: 'headset' });
  render(<Turn problem="absent" />);
  expect(screen.getByText(trouble.absent)).toBeTruthy();
});

it('a microphone problem is shown again after a retry', async () => {
  const again = vi.fn();
  render(<Turn problem="busy" again={again} />);
  await press(retry);
  expect(again).toHaveBeenCalledOnce();
  cleanup();
  render(<Turn problem="busy" />);
  expect(screen.getByText(trouble.busy)).toBeTruthy();
});

it('a microphone problem can be dismissed by turning recording off, with a note', async () => {
  render(<Turn problem="denied" />);
  await press(withoutRecording);
  expect(screen.getByText('off')).toBeTruthy();
  expect(toasts.getSnapshot().map(({ message }) => message)).toEqual([recordingOff]);
});

it.each(['insecure', 'unsupported'] as const)('a permanent problem (%s) offers no retry', (problem) => {
  render(<Turn problem={problem} />);
  expect(screen.getByText(trouble[problem])).toBeTruthy();
  expect(screen.queryByRole('button', { name: retry })).toBeNull();
  expect(screen.getByRole('button', { name: withoutRecording })).toBeTruthy();
});
