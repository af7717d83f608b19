import { Button, CloseButton } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../locales/translation.ts';
import { toasts, type VisibleToast } from './toast.ts';
import classes from './toasts.module.css';

type Props = {
  /** True on screens with controls at the bottom. */
  isAtTop?: boolean;
};

/** Shows the toasts, which stay while hovered or focused. Not loaded lazily, since a failure must be shown at once. */
export function Toasts({ isAtTop = false }: Props) {
  const visible = useSyncExternalStore(toasts.subscribe, toasts.getSnapshot);
  const [isPaused, setPaused] = useState(false);
  if (isPaused && visible.length === 0) setPaused(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only pauses the timers of toasts that are being read.
    <div
      className={classes.toasts}
      data-top={isAtTop || undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {visible.map((toast) => (
        <Toast key={toast.id} toast={toast} isPaused={isPaused} />
      ))}
    </div>
  );
}

function Toast({
  toast: { id, kind, message, durationMs, action },
  isPaused,
}: {
  toast: VisibleToast;
  isPaused: boolean;
}) {
  const { t } = useTranslation();
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => toasts.close(id), durationMs);
    return () => clearTimeout(timer);
  }, [isPaused, id, durationMs]);
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
