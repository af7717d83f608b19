import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { useReturnFocus } from './use-return-focus.ts';

type Props = {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  /** What is done can't be undone, or shuts somebody out. */
  isGrave?: boolean;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What has the focus after it, where that isn't what had it before. */
  returnFocusTo?: RefObject<HTMLElement | null>;
};

/** Asks before something is done. The focus is on the way back. */
export function ConfirmDialog(props: Props) {
  const { title, text, confirmLabel, isGrave, isPending, onConfirm, onClose, returnFocusTo } = props;
  const { t } = useTranslation();
  useReturnFocus(returnFocusTo);
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <Dialog onClose={close} title={title}>
      <Stack gap="lg">
        <Text component="div">{text}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" mih={44} onClick={close} data-autofocus>
            {t('app.cancel')}
          </Button>
          <Button mih={44} color={isGrave ? 'red' : undefined} loading={isPending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
