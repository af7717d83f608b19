import { Button, Group } from '@mantine/core';
import { useTranslation } from '../../locales/translation.ts';
import classes from './dialog-buttons.module.css';

type Props = {
  /** What the second button does. */
  label: string;
  /** What is done can't be undone, or shuts someone out. */
  isGrave?: boolean | undefined;
  isPending?: boolean;
  /** Whether the second button stands out; true unless given. */
  isMain?: boolean;
  isDisabled?: boolean;
  /** Which of them has the focus at first. */
  focus?: 'cancel' | 'confirm';
  onCancel: () => void;
  /** Without it, the second button submits the form that they are in. */
  onConfirm?: () => void;
};

/** The buttons at the end of a dialog: the way back, and what it asks about. */
export function DialogButtons(props: Props) {
  const {
    label,
    isGrave,
    isPending = false,
    isDisabled = false,
    isMain = true,
    focus,
    onCancel,
    onConfirm,
  } = props;
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap="sm" className={classes.buttons}>
      <Button
        variant="default"
        mih={44}
        onClick={() => !isPending && onCancel()}
        data-autofocus={focus === 'cancel' || undefined}
      >
        {t('app.cancel')}
      </Button>
      <Button
        type={onConfirm ? 'button' : 'submit'}
        mih={44}
        variant={isMain ? 'filled' : 'default'}
        color={isGrave ? 'red' : undefined}
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
