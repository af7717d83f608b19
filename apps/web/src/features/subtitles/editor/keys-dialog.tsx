import '@mantine/core/styles/Kbd.css';
import '@mantine/core/styles/Modal.css';
import { Kbd, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import dialog from '../../../ui/confirm-dialog.module.css';
import classes from './keys-dialog.module.css';

/** The list of keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
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
  return (
    <Modal
      opened
      centered
      size="lg"
      onClose={onClose}
      title={t('editorKeys.title')}
      padding="lg"
      closeButtonProps={{ 'aria-label': t('app.close'), size: 44, iconSize: 20 }}
      classNames={{ title: dialog.title }}
    >
      <dl className={classes.list}>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((part) => (
                <Kbd key={part}>{part}</Kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
