import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Player, PlayerSnapshot } from '../../player/player.ts';
import type { Phase } from '../../player/practice-state.ts';
import { useMediaSession } from './use-media-session.ts';

const handlers = new Map<string, (() => void) | null>();
const session = {
  metadata: null as MediaMetadata | null,
  playbackState: 'none',
  setActionHandler: (action: string, handler: (() => void) | null) => void handlers.set(action, handler),
};
const player = { playSegment: vi.fn(), stop: vi.fn(), next: vi.fn(), previous: vi.fn() };

beforeEach(() => {
  vi.stubGlobal('navigator', { mediaSession: session });
  vi.stubGlobal('MediaMetadata', function (this: object, metadata: object) {
    Object.assign(this, metadata);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const finish = { label: 'Done', run: vi.fn() };

function renderSession(phase: Phase, turn: { finish: typeof finish } | null = null) {
  const snapshot: PlayerSnapshot = { phase, index: 0, count: 2, round: 1, rate: 1, duration: 0 };
  const metadata = { title: 'The cat', artist: 'Line 1 of 2', picture: null };
  return renderHook(() => useMediaSession({ player: player as unknown as Player, snapshot, turn, metadata }));
}

it.each([
  ['play', { name: 'ready' }, 'playSegment'],
  ['play', { name: 'turn', since: 0, until: null }, 'next'],
  ['pause', { name: 'playing' }, 'stop'],
  ['nexttrack', { name: 'playing' }, 'next'],
  ['previoustrack', { name: 'playing' }, 'previous'],
] as const)('the key %s while %o calls %s', (action, phase, called) => {
  renderSession(phase);
  handlers.get(action)?.();
  for (const [name, run] of Object.entries(player))
    expect(run).toHaveBeenCalledTimes(name === called ? 1 : 0);
});

it('the play key ends a turn that is being recorded', () => {
  renderSession({ name: 'turn', since: 0, until: null }, { finish });
  handlers.get('play')?.();
  expect(finish.run).toHaveBeenCalledOnce();
  expect(player.next).not.toHaveBeenCalled();
});

it('only the pause key works while a dialog is open', () => {
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  document.body.append(dialog);
  renderSession({ name: 'ready' });
  for (const key of ['play', 'nexttrack', 'previoustrack']) handlers.get(key)?.();
  for (const run of Object.values(player)) expect(run).not.toHaveBeenCalled();
  handlers.get('pause')?.();
  expect(player.stop).toHaveBeenCalledOnce();
  dialog.remove();
});

it('the media session shows the video and the line, and releases the keys on unmount', () => {
  const { unmount } = renderSession({ name: 'playing' });
  expect(session.metadata).toMatchObject({ title: 'The cat', artist: 'Line 1 of 2' });
  expect(session.playbackState).toBe('playing');
  unmount();
  expect([...handlers.values()]).toEqual([null, null, null, null]);
});
