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
  turn: Pick<TurnControls, 'finish' | 'compare' | 'replay'> | null;
  /** Reloads a medium that failed. */
  retry: (() => void) | null;
  isEnabled: boolean;
  /** True if the learner writes the line: letters typed before its field appears are ignored. */
  isWritten?: boolean;
  /** Changes the speed by a number of steps: positive for faster. */
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
      // Pressing Space twice goes to the next line and plays it.
      if (snapshot.phase.name === 'transition') return () => skipPause(player);
      return () => runMainAction(player, snapshot, turn?.finish);
    case 'ArrowLeft':
      return () => player?.previous();
    case 'ArrowRight':
      return () => player?.next();
    case 'r':
      return turn?.replay ?? (() => player?.playSegment());
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
function skipPause(player: Player | null): void {
  player?.stop();
  player?.playSegment();
}

/**
 * Handles the player's keys, except while the focus is in a text field, a menu or a dialog. A button handles Space only if it
 * was focused with Tab, and not after a click or after a menu or dialog closed.
 */
export function usePlayerKeys(options: Options): void {
  const lastInput = useRef('');
  const tabFocused = useRef<EventTarget | null>(null);
  const isSpaceHandled = useRef(false);
  useWindowEvent('pointerdown', () => {
    lastInput.current = '';
    tabFocused.current = null;
  });
  useWindowEvent('focusin', ({ target }) => {
    tabFocused.current = lastInput.current === 'Tab' ? target : null;
  });
  useWindowEvent('keydown', (event) => {
    lastInput.current = event.key;
    if (event.key === ' ') isSpaceHandled.current = false;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!options.isEnabled || usesKey(event.target, event.key, tabFocused.current === event.target)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (options.isWritten && isBusy(options.snapshot.phase) && /^[\p{L}\p{N}]$/u.test(key)) return;
    const action = findAction(key, options);
    if (!action) return;
    event.preventDefault();
    if (key === ' ') isSpaceHandled.current = true;
    // Only the speed keys repeat while held down.
    if (!event.repeat || key === 'ArrowUp' || key === 'ArrowDown') action();
  });
  // Firefox clicks a focused button when Space is released, even if the keydown was prevented.
  useWindowEvent('keyup', (event) => {
    if (event.key === ' ' && isSpaceHandled.current) event.preventDefault();
  });
}

const MENUS =
  '[role="menu"], [role="menuitem"], [role="menuitemradio"], [role="listbox"], [role="option"], [role="combobox"]';
const ARROW_TARGETS = `${MENUS}, [role="slider"], [role="radiogroup"], [role="tab"], [role="spinbutton"], input[type="radio"], input[type="range"]`;
const SPACE_TARGETS =
  'button, a[href], summary, input, [role="button"], [role="checkbox"], [role="switch"], [role="tab"]';

/** True if the focused element uses the key itself. */
export function usesKey(target: EventTarget | null, key: string, isTabFocused: boolean): boolean {
  if (openDialog() || isTyping(target)) return true;
  if (!(target instanceof Element)) return false;
  if (key.startsWith('Arrow')) return target.closest(ARROW_TARGETS) !== null;
  if (key !== ' ') return false;
  return target.closest(isTabFocused ? `${MENUS}, ${SPACE_TARGETS}` : MENUS) !== null;
}
