import { Button, Group } from '@mantine/core';
import { useTranslation } from '../../locales/translation.ts';
import classes from './dialog-buttons.module.css';
import { useConfirmedClose } from './dialog-closing.ts';

type Props = {
  /** Text of the second button. */
  label: string;
  /** Text of the first button; 'Cancel' by default. */
  cancelLabel?: string | undefined;
  /** True if the action can't be undone, or locks someone out. */
  isDestructive?: boolean | undefined;
  isPending?: boolean | undefined;
  /** False for a second button that doesn't stand out; true by default. */
  isMain?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** Button with the initial focus. */
  focus?: 'cancel' | 'confirm' | undefined;
  onCancel: () => void;
  /** Without it, the second button submits the surrounding form. */
  onConfirm?: (() => void) | undefined;
};

/** A dialog's buttons: cancel, and the action. */
export function DialogButtons(props: Props) {
  const {
    label,
    cancelLabel,
    isDestructive,
    isPending = false,
    isDisabled = false,
    isMain = true,
    focus,
    onCancel,
    onConfirm,
  } = props;
  const { t } = useTranslation();
  const cancel = useConfirmedClose(onCancel);
  return (
    <Group justify="flex-end" gap="sm" className={classes.buttons}>
      <Button
        variant="default"
        onClick={() => !isPending && cancel()}
        data-autofocus={focus === 'cancel' || undefined}
      >
        {cancelLabel ?? t('app.cancel')}
      </Button>
      <Button
        type={onConfirm ? 'button' : 'submit'}
        variant={isMain ? 'filled' : 'default'}
        color={isDestructive ? 'red' : undefined}
        disabled={isDisabled}
        loading={isPending}
        onClick={onConfirm}
        data-autofocus={focus === 'confirm' || undefined}
      >
        {label}
      </Button>
    </Group>
  );
}
