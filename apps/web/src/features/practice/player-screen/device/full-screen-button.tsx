import { ActionIcon } from '@mantine/core';
import { useFullscreenDocument } from '@mantine/hooks';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useTranslation } from '../../../../locales/translation.ts';

/** Shows the page, with its drawers and menus, on the whole screen. iPhones can't. */
export function FullScreenButton() {
  const { t } = useTranslation();
  const { fullscreen, toggle } = useFullscreenDocument();
  if (!document.fullscreenEnabled) return null;
  const name = t(fullscreen ? 'practice.leaveFullScreen' : 'practice.fullScreen');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={name}
      title={name}
      onClick={toggle}
      visibleFrom="sm"
    >
      {fullscreen ? <IconMinimize aria-hidden /> : <IconMaximize aria-hidden />}
    </ActionIcon>
  );
}
