import '@mantine/core/styles/Kbd.css';
import { Kbd, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import dialog from '../../../ui/confirm-dialog.module.css';
import classes from './keys-dialog.module.css';

/** The list of keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
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
  return (
    <Modal
      opened
      centered
      size="lg"
      onClose={onClose}
      title={t('syncKeys.title')}
      padding="lg"
      closeButtonProps={{ 'aria-label': t('app.close'), size: 44, iconSize: 20 }}
      classNames={{ title: dialog.title }}
    >
      <p className={classes.text}>{t('syncKeys.text')}</p>
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
