import { useTranslation } from 'react-i18next';
import { KeysDialog } from '../../../ui/keys-dialog.tsx';

/** The list of keys. */
export function EditorKeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const keys: [string, string][] = [
    ['Ctrl S', t('editorKeys.save')],
    ['Ctrl Enter', t('editorKeys.saveNext')],
    ['Ctrl M', t('editorKeys.nextMismatch')],
    ['Ctrl Z', t('editorKeys.undo')],
    ['Ctrl Shift Z', t('editorKeys.redo')],
    ['Enter', t('editorKeys.enter')],
    ['Shift Enter', t('editorKeys.newLine')],
    ['Alt Enter', t('editorKeys.split')],
    ['Alt J', t('editorKeys.merge')],
    ['Alt I', t('editorKeys.insert')],
    ['Alt Delete', t('editorKeys.delete')],
    ['Alt T', t('editorKeys.translate')],
    ['Alt M', t('editorKeys.mismatch')],
    ['Alt P', t('editorKeys.play')],
    ['[ ]', t('editorKeys.edge')],
    ['Alt [ ]', t('editorKeys.start')],
    ['Alt , .', t('editorKeys.end')],
    ['Shift', t('editorKeys.farther')],
    ['?', t('editorKeys.list')],
  ];
  return <KeysDialog title={t('editorKeys.title')} keys={keys} onClose={onClose} />;
}
