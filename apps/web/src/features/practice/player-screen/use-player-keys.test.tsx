import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { Phase } from '../player/practice-state.ts';
import { startPractice } from '../player/testing/start-practice.ts';
import { usePlayerKeys, usesKey } from './use-player-keys.ts';

const keys = { space: ' ', right: 'ArrowRight', letter: 'r' };

/** Returns the player's keys that an element, reached with Tab or not, keeps for itself. */
function keysUsedBy(html: string, reachedByTab = true): string[] {
  document.body.innerHTML = html;
  const element = document.querySelector('[data-focus]');
  return Object.entries(keys)
    .filter(([, key]) => usesKey(element, key, reachedByTab))
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
  ])('keeps every key when it is %s', (_, html) => {
    expect(keysUsedBy(html)).toEqual(['space', 'right', 'letter']);
  });

  it.each([
    ['a button', '<button data-focus></button>', ['space']],
    ['a link', '<a href="/" data-focus></a>', ['space']],
    ['a checkbox', '<input type="checkbox" data-focus>', ['space']],
    ['a slider', '<div role="slider" data-focus></div>', ['right']],
    ['the page', '<main data-focus></main>', []],
  ])('keeps only the keys it uses when it is %s', (_, html, keys) => {
    expect(keysUsedBy(html)).toEqual(keys);
  });

  it('keeps Space and the arrows when it is a menu item, however it was reached', () => {
    const item = '<div role="menu"><button role="menuitem" data-focus></button></div>';
    expect(keysUsedBy(item, false)).toEqual(['space', 'right']);
  });

  it('keeps all keys from the player while a dialog is open', () => {
    expect(keysUsedBy('<main data-focus></main><div role="dialog" aria-modal="true"></div>')).toHaveLength(3);
  });
});

describe('Space', () => {
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
    player: used = player as unknown as Player,
    turn = null,
    retry = null,
    onMode = () => undefined,
  }: PageProps) {
    const snapshot: PlayerSnapshot = { phase, index: 0, count: 2, round: 1, rate: 1, duration: 0 };
    const ignore = () => undefined;
    usePlayerKeys({
      player: used,
      snapshot,
      turn,
      retry,
      enabled: true,
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

  it('belongs to the player after a button was clicked', async () => {
    const onPress = vi.fn();
    render(<Page phase={{ name: 'ready' }} onPress={onPress} />);
    await userEvent.click(screen.getByRole('button'));
    await userEvent.keyboard(' ');
    expect(onPress).toHaveBeenCalledOnce();
    expect(player.playSegment).toHaveBeenCalledOnce();
  });

  it('belongs to the player after a dialog returned the focus to a button', async () => {
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

  it('starts the line at once in the pause before it', async () => {
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

  it('reloads a medium that failed', async () => {
    const retry = vi.fn();
    render(<Page phase={{ name: 'failed', code: 'network' }} onPress={vi.fn()} retry={retry} />);
    await userEvent.keyboard(' ');
    expect(retry).toHaveBeenCalledOnce();
  });

  it('presses a button that was reached with Tab', async () => {
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
    ["goes on in the learner's turn", { name: 'turn', since: 0, until: null }, 'next'],
  ] as const)('%s', async (_, phase, called) => {
    render(<Page phase={phase} onPress={vi.fn()} />);
    await userEvent.keyboard(' ');
    for (const [name, run] of Object.entries(player))
      expect(run).toHaveBeenCalledTimes(name === called ? 1 : 0);
  });

  it('ends a turn that is being recorded at once', async () => {
    const run = vi.fn();
    const recorded = { finish: { label: 'Done', run }, compare: null };
    render(<Page phase={{ name: 'turn', since: 0, until: null }} onPress={vi.fn()} turn={recorded} />);
    await userEvent.keyboard(' ');
    expect(run).toHaveBeenCalledOnce();
    expect(player.next).not.toHaveBeenCalled();
  });

  it('leaves the digits to the practice modes', async () => {
    const onMode = vi.fn();
    render(<Page phase={{ name: 'ready' }} onPress={vi.fn()} onMode={onMode} />);
    await userEvent.keyboard('30');
    expect(onMode.mock.calls).toEqual([[3]]);
  });
});
