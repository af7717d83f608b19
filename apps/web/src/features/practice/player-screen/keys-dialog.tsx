import '@mantine/core/styles/Kbd.css';
import '@mantine/core/styles/Modal.css';
import { Kbd, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useIsDrawn } from '../../../ui/use-is-drawn.ts';
import classes from './keys-dialog.module.css';

type Props = { opened: boolean; onClose: () => void; isOn: boolean };

/** The list of keys. */
export function KeysDialog({ opened, onClose, isOn }: Props) {
  const { t } = useTranslation();
  const isDrawn = useIsDrawn();
  const keys = [
    [t('keys.space'), t('keys.playOrStop')],
    ['←', t('keys.previous')],
    ['→', t('keys.next')],
    ['R', t('keys.repeat')],
    ['↑', t('keys.faster')],
    ['↓', t('keys.slower')],
    ['H', t('keys.hide')],
    ['?', t('keys.list')],
  ];
  return (
    <Modal
      opened={opened && isDrawn}
      onClose={onClose}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      centered
    >
      <Stack>
        {!isOn && <Text c="dimmed">{t('keys.off')}</Text>}
        <dl className={classes.list}>
          {keys.map(([key, meaning]) => (
            <div key={key}>
              <dt>
                <Kbd size="md">{key}</Kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Stack>
    </Modal>
  );
}
