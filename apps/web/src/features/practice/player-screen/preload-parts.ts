import { usePreload } from '../../../ui/lazy-part.tsx';
import { LINE_PARTS } from './lines/lines.tsx';
import { MENUS } from './menus/lazy-menus.tsx';
import { PlayerKeysDialog } from './menus/player-keys.tsx';
import { PlayerSettingsDrawer } from './settings-on-demand.tsx';
import { TURN_PARTS } from './turn-slot.tsx';
import { SessionEnd } from './use-clip-end.tsx';

const PARTS = [...TURN_PARTS, SessionEnd, ...MENUS, ...LINE_PARTS, PlayerSettingsDrawer, PlayerKeysDialog];

/** Preloads the player's parts that aren't needed at the start. */
export const usePreloadParts = (): void => usePreload(PARTS);
