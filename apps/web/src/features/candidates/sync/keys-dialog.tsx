import { useTranslation } from 'react-i18next';
import { KeysDialog } from '../../../ui/keys-dialog.tsx';

/** The list of keys. */
export function SyncKeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const keys: [string, string][] = [
    ['Space', t('syncKeys.playPause')],
    ['P', t('syncKeys.playCurrent')],
    ['Q', t('syncKeys.playStart')],
    ['W', t('syncKeys.playEnd')],
    ['J K', t('syncKeys.move')],
    ['S', t('syncKeys.setStart')],
    ['E', t('syncKeys.setEnd')],
    ['[ ]', t('syncKeys.nudgeStart')],
    [', .', t('syncKeys.nudgeEnd')],
    ['Shift', t('syncKeys.farther')],
    ['I', t('syncKeys.insert')],
    ['Delete', t('syncKeys.delete')],
    ['Ctrl S', t('syncKeys.save')],
    ['Ctrl Z', t('syncKeys.undo')],
    ['Ctrl Shift Z', t('syncKeys.redo')],
    ['?', t('syncKeys.list')],
  ];
  return <KeysDialog title={t('syncKeys.title')} text={t('syncKeys.text')} keys={keys} onClose={onClose} />;
}
