import { type RefObject, useState } from 'react';
import { loadTurnWording } from '../../../../locales/i18n.ts';
import { lazyPart, OnDemand } from '../../../../ui/lazy-part.tsx';

export const PlayerKeysDialog = lazyPart(async () => {
  await loadTurnWording();
  return import('./keys-dialog.tsx');
}, 'PlayerKeysDialog');

/** State of the list of keys, including how it was opened. */
export function useKeysDialog() {
  const [openedBy, setOpenedBy] = useState<'key' | 'menu' | null>(null);
  return { openedBy, open: setOpenedBy, close: () => setOpenedBy(null) };
}

type Props = {
  dialog: ReturnType<typeof useKeysDialog>;
  isOn: boolean;
  /** The menu's button, which gets the focus back. */
  menuButton: RefObject<HTMLButtonElement | null>;
};

/** The list of keys, loaded when it is first opened. */
export function PlayerKeys({ dialog: { openedBy, open, close }, isOn, menuButton }: Props) {
  return (
    <OnDemand isOpen={openedBy !== null} onOpen={() => open('key')} onClose={close}>
      {openedBy && (
        <PlayerKeysDialog
          isOn={isOn}
          returnFocusTo={openedBy === 'menu' ? menuButton : undefined}
          onClose={close}
        />
      )}
    </OnDemand>
  );
}
