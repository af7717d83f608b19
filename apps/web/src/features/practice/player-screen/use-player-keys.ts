import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import { isTyping, openDialog } from '../../../ui/commands/keyboard.ts';
import type { MarkName } from '../memory/mark-button.tsx';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import { isBusy } from '../player/practice-state.ts';
import type { TurnControls } from '../turn/turn-controls.ts';
import { runMainAction } from './main-action.ts';

type Options = {
  player: Player | null;
  snapshot: PlayerSnapshot;
  turn: Pick<TurnControls, 'finish' | 'compare' | 'hearAgain'> | null;
  /** Reloads a medium that failed. */
  retry: (() => void) | null;
  enabled: boolean;
  /** True if the line will be written: letters typed before its field appears aren't the player's keys. */
  isWritten?: boolean;
  /** Steps of speed: faster above 0, slower below. */
  onSpeedSteps: (steps: number) => void;
  onToggleTexts: () => void;
  onToggleMute: () => void;
  /** Undefined on screens without marks. */
  onMark?: (mark: MarkName) => void;
  /** Undefined on screens without a list of keys. */
  onShowKeys?: () => void;
  /** Chooses a practice mode by its number, from 1. */
  onMode: (number: number) => void;
};

function findAction(key: string, options: Options): (() => void) | undefined {
  const { player, snapshot, turn, onSpeedSteps, onToggleTexts, onMark, onShowKeys } = options;
  switch (key) {
    case ' ':
      if (options.retry) return options.retry;
      // A double tap goes to the next line and starts it: stopping there would end practice.
      if (snapshot.phase.name === 'transition') return () => startNow(player);
      return () => runMainAction(player, snapshot, turn?.finish);
    case 'ArrowLeft':
      return () => player?.previous();
    case 'ArrowRight':
      return () => player?.next();
    case 'r':
      return turn?.hearAgain ?? (() => player?.playSegment());
    case 'ArrowUp':
      return () => onSpeedSteps(1);
    case 'ArrowDown':
      return () => onSpeedSteps(-1);
    case 'h':
      return onToggleTexts;
    case 'c':
      return turn?.compare ?? undefined;
    case 'm':
      return options.onToggleMute;
    case 's':
      return onMark && (() => onMark('starred'));
    case 'd':
      return onMark && (() => onMark('hard'));
    case '?':
      return onShowKeys;
    default:
      return /^[1-9]$/.test(key) ? () => options.onMode(Number(key)) : undefined;
  }
}

/** Skips the rest of the pause before a new line. */
function startNow(player: Player | null): void {
  player?.stop();
  player?.playSegment();
}

/**
 * Handles the player's keys. They work wherever the focus is, except in a text field, a menu or a dialog. A button handles
 * Space only if it was reached with Tab: after a click, or after a menu or a dialog was closed, Space is the player's again.
 */
export function usePlayerKeys(options: Options): void {
  const lastInput = useRef('');
  const reachedByTab = useRef<EventTarget | null>(null);
  const isSpaceTaken = useRef(false);
  useWindowEvent('pointerdown', () => {
    lastInput.current = '';
    reachedByTab.current = null;
  });
  useWindowEvent('focusin', ({ target }) => {
    reachedByTab.current = lastInput.current === 'Tab' ? target : null;
  });
  useWindowEvent('keydown', (event) => {
    lastInput.current = event.key;
    if (event.key === ' ') isSpaceTaken.current = false;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!options.enabled || usesKey(event.target, event.key, reachedByTab.current === event.target)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (options.isWritten && isBusy(options.snapshot.phase) && /^[\p{L}\p{N}]$/u.test(key)) return;
    const action = findAction(key, options);
    if (!action) return;
    event.preventDefault();
    if (key === ' ') isSpaceTaken.current = true;
    // Only the speed keys repeat while held down.
    if (!event.repeat || key === 'ArrowUp' || key === 'ArrowDown') action();
  });
  // Firefox clicks a focused button when Space is released, even if the keydown was prevented.
  useWindowEvent('keyup', (event) => {
    if (event.key === ' ' && isSpaceTaken.current) event.preventDefault();
  });
}

const MENUS =
  '[role="menu"], [role="menuitem"], [role="menuitemradio"], [role="listbox"], [role="option"], [role="combobox"]';
const ARROW_USERS = `${MENUS}, [role="slider"], [role="radiogroup"], [role="tab"], [role="spinbutton"], input[type="radio"], input[type="range"]`;
const SPACE_USERS =
  'button, a[href], summary, input, [role="button"], [role="checkbox"], [role="switch"], [role="tab"]';

/** Returns true if the focused element uses the key itself. */
export function usesKey(target: EventTarget | null, key: string, reachedByTab: boolean): boolean {
  if (openDialog() || isTyping(target)) return true;
  if (!(target instanceof Element)) return false;
  if (key.startsWith('Arrow')) return target.closest(ARROW_USERS) !== null;
  if (key !== ' ') return false;
  return target.closest(reachedByTab ? `${MENUS}, ${SPACE_USERS}` : MENUS) !== null;
}
