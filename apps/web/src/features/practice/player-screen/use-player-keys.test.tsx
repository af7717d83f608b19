import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { Phase } from '../player/practice-state.ts';
import { startPractice } from '../player/testing/start-practice.ts';
import { usePlayerKeys, usesKey } from './use-player-keys.ts';

const keys = { space: ' ', right: 'ArrowRight', letter: 'r' };

/** Returns the keys that an element handles itself when it has the focus. */
function listUsedKeys(html: string, isTabFocused = true): string[] {
  document.body.innerHTML = html;
  const element = document.querySelector('[data-focus]');
  return Object.entries(keys)
    .filter(([, key]) => usesKey(element, key, isTabFocused))
    .map(([name]) => name);
}

afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
});

describe('the focused element', () => {
  it.each([
    ['a text field', '<input data-focus>'],
    ['a search field', '<input type="search" data-focus>'],
    ['a text area', '<textarea data-focus></textarea>'],
    ['editable text', '<div contenteditable="true" data-focus></div>'],
    ['a native select', '<select data-focus></select>'],
  ])('handles all keys if it is %s', (_, html) => {
    expect(listUsedKeys(html)).toEqual(['space', 'right', 'letter']);
  });

  it.each([
    ['a button', '<button data-focus></button>', ['space']],
    ['a link', '<a href="/" data-focus></a>', ['space']],
    ['a checkbox', '<input type="checkbox" data-focus>', ['space']],
    ['a slider', '<div role="slider" data-focus></div>', ['right']],
    ['the page', '<main data-focus></main>', []],
  ])('handles only its own keys if it is %s', (_, html, keys) => {
    expect(listUsedKeys(html)).toEqual(keys);
  });

  it('handles Space and the arrows if it is a menu item, even without Tab', () => {
    const item = '<div role="menu"><button role="menuitem" data-focus></button></div>';
    expect(listUsedKeys(item, false)).toEqual(['space', 'right']);
  });

  it('handles all keys while a dialog is open', () => {
    expect(listUsedKeys('<main data-focus></main><div role="dialog" aria-modal="true"></div>')).toHaveLength(
      3,
    );
  });
});

describe('the player’s keys', () => {
  const player = { playSegment: vi.fn(), stop: vi.fn(), next: vi.fn() };
  afterEach(() => vi.clearAllMocks());

  type PageProps = {
    phase: Phase;
    onPress: () => void;
    player?: Player;
    retry?: (() => void) | null;
    onMode?: (number: number) => void;
    turn?: Parameters<typeof usePlayerKeys>[0]['turn'];
  };
  function Page({
    phase,
    onPress,
    player: pagePlayer = player as unknown as Player,
    turn = null,
    retry = null,
    onMode = () => undefined,
  }: PageProps) {
    const snapshot: PlayerSnapshot = { phase, index: 0, count: 2, round: 1, rate: 1, duration: 0 };
    const ignore = () => undefined;
    usePlayerKeys({
      player: pagePlayer,
      snapshot,
      turn,
      retry,
      isEnabled: true,
      onSpeedSteps: ignore,
      onToggleTexts: ignore,
      onToggleMute: ignore,
      onShowKeys: ignore,
      onMode,
    });
    return (
      <button type="button" onClick={onPress}>
        Settings
      </button>
    );
  }

  it('Space is handled by the player after a click on a button', async () => {
    const onPress = vi.fn();
    render(<Page phase={{ name: 'ready' }} onPress={onPress} />);
    await userEvent.click(screen.getByRole('button'));
    await userEvent.keyboard(' ');
    expect(onPress).toHaveBeenCalledOnce();
    expect(player.playSegment).toHaveBeenCalledOnce();
  });

  it('Space is handled by the player after a dialog returned the focus to a button', async () => {
    const onPress = vi.fn();
    render(<Page phase={{ name: 'ready' }} onPress={onPress} />);
    await userEvent.tab();
    await userEvent.keyboard('{Escape}');
    screen.getByRole('button').blur();
    screen.getByRole('button').focus();
    await userEvent.keyboard(' ');
    expect(onPress).not.toHaveBeenCalled();
    expect(player.playSegment).toHaveBeenCalledOnce();
  });

  it('Space skips the pause before a line', async () => {
    const simulated = startPractice();
    simulated.player.next();
    const { phase, index } = simulated.player.getSnapshot();
    expect([phase.name, index]).toEqual(['transition', 1]);
    render(<Page phase={phase} onPress={vi.fn()} player={simulated.player} />);
    await userEvent.keyboard(' ');
    simulated.clock.advance(50);
    expect(simulated.phase()).toBe('playing');
    expect(simulated.player.getSnapshot().index).toBe(1);
  });

  it('Space reloads a medium that failed', async () => {
    const retry = vi.fn();
    render(<Page phase={{ name: 'failed', code: 'network' }} onPress={vi.fn()} retry={retry} />);
    await userEvent.keyboard(' ');
    expect(retry).toHaveBeenCalledOnce();
  });

  it('Space presses a button that was focused with Tab', async () => {
    const onPress = vi.fn();
    render(<Page phase={{ name: 'ready' }} onPress={onPress} />);
    await userEvent.tab();
    await userEvent.keyboard(' ');
    expect(onPress).toHaveBeenCalledOnce();
    expect(player.playSegment).not.toHaveBeenCalled();
  });

  it.each([
    ['plays when the segment is ready', { name: 'ready' }, 'playSegment'],
    ['stops while the learner listens', { name: 'playing' }, 'stop'],
    ["continues in the learner's turn", { name: 'turn', since: 0, until: null }, 'next'],
  ] as const)('Space %s', async (_, phase, called) => {
    render(<Page phase={phase} onPress={vi.fn()} />);
    await userEvent.keyboard(' ');
    for (const [name, run] of Object.entries(player))
      expect(run).toHaveBeenCalledTimes(name === called ? 1 : 0);
  });

  it('Space ends a turn that is being recorded', async () => {
    const run = vi.fn();
    const turn = { finish: { label: 'Done', run }, compare: null };
    render(<Page phase={{ name: 'turn', since: 0, until: null }} onPress={vi.fn()} turn={turn} />);
    await userEvent.keyboard(' ');
    expect(run).toHaveBeenCalledOnce();
    expect(player.next).not.toHaveBeenCalled();
  });

  it('digits choose a practice mode', async () => {
    const onMode = vi.fn();
    render(<Page phase={{ name: 'ready' }} onPress={vi.fn()} onMode={onMode} />);
    await userEvent.keyboard('30');
    expect(onMode.mock.calls).toEqual([[3]]);
  });
});
