import '@mantine/core/styles/Kbd.css';
import '@mantine/core/styles/Modal.css';
import { Kbd, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import dialog from '../../../ui/confirm-dialog.module.css';
import classes from './keys-dialog.module.css';

/** The keys of the review. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const keys: [string, string][] = [
    ['J', t('candidateReview.keyNext')],
    ['K', t('candidateReview.keyPrevious')],
    ['A', t('candidateReview.keyApprove')],
    ['R', t('candidateReview.keyReject')],
    ['P', t('candidateReview.keyProcessed')],
    ['X', t('candidateReview.keyPick')],
    ['O', t('candidateReview.keyDetails')],
    ['?', t('candidateReview.keyList')],
  ];
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('candidateReview.keysTitle')}
      padding="lg"
      closeButtonProps={{ 'aria-label': t('app.close'), size: 44, iconSize: 20 }}
      classNames={{ title: dialog.title }}
    >
      <dl className={classes.list}>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
