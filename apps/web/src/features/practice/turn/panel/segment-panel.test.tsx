import { MantineProvider } from '@mantine/core';
import { DEFAULT_PLAYER_SETTINGS, type PlayerSettings } from '@sayback/contract';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SegmentPanel } from './segment-panel.tsx';

function renderAnnouncement(settings: Partial<PlayerSettings>, textsHidden = false): string | null {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  render(
    <MantineProvider env="test">
      <SegmentPanel
        segment={{ id: 1, start: 0, end: 1000, original: '¿Qué tal?', target: 'How are you?' }}
        snapshot={{
          phase: { name: 'turn', since: 0, until: null },
          index: 0,
          count: 2,
          round: 1,
          rate: 1,
          duration: 0,
        }}
        settings={{ ...DEFAULT_PLAYER_SETTINGS, ...settings }}
        languages={{ original: 'es', target: 'en' }}
        textsHidden={textsHidden}
        isSlow={false}
        turn={null}
        part={null}
        mode={null}
        end={null}
      />
    </MantineProvider>,
  );
  return screen.getByTestId('announcement').textContent;
}

it('the segment panel announces the line in the turn', () => {
  expect(renderAnnouncement({})).toBe('Your turn: ¿Qué tal?');
});

it.each([
  ['hidden by the settings', { original: 'hide' }, false],
  ['blurred', { original: 'blur' }, false],
  ['temporarily hidden', {}, true],
] as const)('the segment panel doesn’t announce a line that is %s', (_, settings, textsHidden) => {
  expect(renderAnnouncement(settings, textsHidden)?.trim()).toBe('Your turn:');
});

it('the segment panel announces a line that is hidden until its turn', () => {
  expect(renderAnnouncement({ original: 'hide', original_until_turn: true })).toBe('Your turn: ¿Qué tal?');
});
