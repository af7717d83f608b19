import { useWindowEvent } from '@mantine/hooks';
import { isTyping, openDialog } from '../../../ui/keyboard.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import { isBusy } from '../player/practice-state.ts';

type Options = {
  player: Player | null;
  snapshot: PlayerSnapshot;
  enabled: boolean;
  /** Steps of speed: faster above 0, slower below. */
  onSpeedSteps: (steps: number) => void;
  onToggleTexts: () => void;
  onShowKeys: () => void;
};

function actionOf(key: string, options: Options): (() => void) | undefined {
  const { player, snapshot, onSpeedSteps, onToggleTexts, onShowKeys } = options;
  switch (key) {
    case ' ':
      return () => (isBusy(snapshot.phase) ? player?.stop() : player?.playSegment());
    case 'ArrowLeft':
      return () => player?.previous();
    case 'ArrowRight':
      return () => player?.next();
    case 'r':
      return () => player?.playSegment();
    case 'ArrowUp':
      return () => onSpeedSteps(1);
    case 'ArrowDown':
      return () => onSpeedSteps(-1);
    case 'h':
      return onToggleTexts;
    case '?':
      return onShowKeys;
    default:
      return undefined;
  }
}

/** The player's keys. They work wherever the focus is, unless the focused element uses the key itself. */
export function usePlayerKeys(options: Options): void {
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!options.enabled || usesKey(event.target, event.key)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = actionOf(key, options);
    if (!action) return;
    event.preventDefault();
    // Only the speed keys repeat while they are held down.
    if (!event.repeat || key === 'ArrowUp' || key === 'ArrowDown') action();
  });
}

const ARROW_USERS =
  '[role="slider"], [role="menu"], [role="menuitem"], [role="menuitemradio"], [role="listbox"], [role="option"], [role="radiogroup"], [role="tab"], [role="combobox"], [role="spinbutton"], input[type="radio"], input[type="range"]';
const SPACE_USERS =
  'button, a[href], summary, input, [role="button"], [role="checkbox"], [role="switch"], [role="menuitem"], [role="menuitemradio"], [role="option"], [role="tab"]';

/** Returns true if the focused element uses the key itself. */
export function usesKey(target: EventTarget | null, key: string): boolean {
  if (openDialog() || isTyping(target)) return true;
  if (!(target instanceof Element)) return false;
  if (key.startsWith('Arrow')) return target.closest(ARROW_USERS) !== null;
  if (key === ' ') return target.closest(SPACE_USERS) !== null;
  return false;
}
