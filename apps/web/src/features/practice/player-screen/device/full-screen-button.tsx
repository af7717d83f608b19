import { ActionIcon } from '@mantine/core';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

const toggle = () =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();

/** Shows the page, with its drawers and menus, on the whole screen. iPhones can't. */
export function FullScreenButton() {
  const { t } = useTranslation();
  const fullscreen = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  const name = t(fullscreen ? 'practice.leaveFullScreen' : 'practice.fullScreen');
  return (
    <ActionIcon variant="quiet" aria-label={name} title={name} onClick={toggle} visibleFrom="sm">
      {fullscreen ? <IconMinimize aria-hidden /> : <IconMaximize aria-hidden />}
    </ActionIcon>
  );
}
