import { Button, CloseButton } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../locales/translation.ts';
import { toasts, type VisibleToast } from './toast.ts';
import classes from './toasts.module.css';

type Props = {
  /** True if the controls are at the bottom. */
  isAtTop?: boolean;
};

/** Shows the messages. They stay while hovered or focused. Part of the frame, since a failure must be shown at once. */
export function Toasts({ isAtTop = false }: Props) {
  const visible = useSyncExternalStore(toasts.subscribe, toasts.getSnapshot);
  const [isHeld, setHeld] = useState(false);
  if (isHeld && visible.length === 0) setHeld(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps messages that are being read.
    <div
      className={classes.toasts}
      data-top={isAtTop || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {visible.map((toast) => (
        <Toast key={toast.id} toast={toast} isHeld={isHeld} />
      ))}
    </div>
  );
}

function Toast({
  toast: { id, kind, message, durationMs, action },
  isHeld,
}: {
  toast: VisibleToast;
  isHeld: boolean;
}) {
  const { t } = useTranslation();
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => toasts.close(id), durationMs);
    return () => clearTimeout(timer);
  }, [isHeld, id, durationMs]);
  return (
    <div className={classes.toast} data-kind={kind}>
      <span role={kind === 'failure' ? 'alert' : 'status'} className={classes.message}>
        {message}
      </span>
      {action && (
        <Button
          variant="default"
          flex="none"
          onClick={() => {
            toasts.close(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <CloseButton size={44} iconSize={18} aria-label={t('app.close')} onClick={() => toasts.close(id)} />
    </div>
  );
}
