import { MantineProvider } from '@mantine/core';
import { DEFAULT_PLAYER_SETTINGS, type PlayerSettings } from '@sayback/contract';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { changeRecordingSettings } from '../recording/recording-settings.ts';
import { PlayerSettingsDrawer } from './player-settings-drawer.tsx';

function openDrawer(settings: Partial<PlayerSettings> = {}, shouldTestMicrophone = false) {
  const onChange = vi.fn();
  render(
    <MantineProvider env="test">
      <PlayerSettingsDrawer
        opened
        onClose={() => undefined}
        account="lena"
        onMicrophone={() => undefined}
        shouldTestMicrophone={shouldTestMicrophone}
        settings={{ ...DEFAULT_PLAYER_SETTINGS, ...settings }}
        onChange={onChange}
      />
    </MantineProvider>,
  );
  return onChange;
}

it.each([
  [/^Listen without stops/, 'listen_through'],
  [/^Whole sentences/, 'join_sentences'],
  [/^Long lines in parts/, 'divide_long'],
])('the settings turn on: %s', (name, setting) => {
  const onChange = openDrawer();
  fireEvent.click(screen.getByRole('switch', { name }));
  expect(onChange).toHaveBeenCalledWith({ [setting]: true });
});

it('choosing speeds of repeats increases the number of repeats', () => {
  const onChange = openDrawer();
  fireEvent.click(screen.getByRole('combobox', { name: 'Speed up with each repeat' }));
  fireEvent.click(screen.getByRole('option', { name: '0.5×, 0.75×, then 1×' }));
  expect(onChange).toHaveBeenCalledWith({ speed_ladder: [0.5, 0.75], repeats: 3 });
});

it('choosing speeds of repeats keeps a sufficient number of repeats', () => {
  const onChange = openDrawer({ repeats: 5 });
  fireEvent.click(screen.getByRole('combobox', { name: 'Speed up with each repeat' }));
  fireEvent.click(screen.getByRole('option', { name: '0.75×, then 1×' }));
  expect(onChange).toHaveBeenCalledWith({ speed_ladder: [0.75] });
});

it('the settings show custom speeds of repeats', () => {
  openDrawer({ speed_ladder: [0.6], speed: 1.5 });
  const ladder = screen.getByRole<HTMLInputElement>('combobox', { name: 'Speed up with each repeat' });
  expect(ladder.value).toBe('0.6×, then 1.5×');
});

it('the settings hide repeats and turns while listening through', () => {
  openDrawer({ listen_through: true });
  expect(screen.queryByRole('combobox', { name: 'Repeat each line' })).toBeNull();
  expect(screen.queryByText('After each line')).toBeNull();
});

it('the settings can open at the microphone test', async () => {
  changeRecordingSettings('lena', { isOn: true });
  openDrawer({}, true);
  const test = screen.getByRole('button', { name: 'Test my microphone' });
  await waitFor(() => expect(document.activeElement).toBe(test));
  changeRecordingSettings('lena', { isOn: false });
});

it('the settings include the length of the pause and the audio delay', () => {
  openDrawer({ line_pause: 3500, sound_delay: 180 });
  expect(screen.getByRole('slider', { name: 'Pause before a new line' }).getAttribute('aria-valuetext')).toBe(
    '3.5 s',
  );
  expect(screen.getByRole('slider', { name: 'Bluetooth delay' }).getAttribute('aria-valuetext')).toBe(
    '180 ms',
  );
});

it('the settings are grouped under headings, and those for timing are collapsed', () => {
  openDrawer();
  const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['Listening', 'Speaking', 'Text', 'Timing']);
  const speaking = within(screen.getByRole('region', { name: 'Speaking' }));
  expect(speaking.getByText('After each line')).toBeTruthy();
  const details = screen.getByText('Timing').closest('details');
  expect(details?.open).toBe(false);
  expect(details?.contains(screen.getByRole('slider', { name: 'Bluetooth delay', hidden: true }))).toBe(true);
});
