import type { ComponentProps } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { KeysDialog } from '../../../../ui/commands/keys-dialog.tsx';
import { MODES } from '../../modes/modes.ts';

type Props = { isOn: boolean } & Pick<ComponentProps<typeof KeysDialog>, 'returnFocusTo' | 'onClose'>;

/** Lists the player's keys. `isOn`: the settings enable them. */
export function PlayerKeysDialog({ isOn, ...dialog }: Props) {
  const { t } = useTranslation();
  const keys = [
    [t('keys.space'), t('keys.playOrStop')],
    ['←', t('keys.previous')],
    ['→', t('keys.next')],
    ['R', t('keys.repeat')],
    ['↑', t('playerSettings.faster')],
    ['↓', t('playerSettings.slower')],
    ['H', t('keys.hide')],
    ['C', t('turn.compare')],
    ['S', t('keys.star')],
    ['D', t('keys.hard')],
    ['M', t('keys.mute')],
    [`1 – ${MODES.length}`, t('practice.mode')],
    ['?', t('app.listKeys')],
    ['↵', t('keys.check')],
    ['Ctrl ↵', t('keys.hearAgain')],
    ['Ctrl ⇧ ↵', t('keys.hearSlowly')],
    ['Esc', t('keys.leaveField')],
  ] as const;
  return <KeysDialog title={t('app.keys')} text={!isOn && t('keys.off')} keys={keys} {...dialog} />;
}
