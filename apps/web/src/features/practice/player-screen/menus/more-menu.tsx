import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import { useFullscreenDocument, useMergedRef } from '@mantine/hooks';
import { IconEye, IconEyeOff, IconKeyboard, IconMaximize, IconMinimize } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import items from './menu.module.css';
import { MoreButton } from './more-button.tsx';
import { useOpensOnMount } from './use-opens-on-mount.ts';

type Props = {
  textsHidden: boolean;
  /** The button, which gets the focus back from a dialog. */
  buttonRef: RefObject<HTMLButtonElement | null>;
  onToggleTexts: () => void;
  onShowKeys: () => void;
};

/** Rarely used commands of the practice screen. Opens on mount, since it is loaded on demand. */
export function MoreMenu({ textsHidden, buttonRef, onToggleTexts, onShowKeys }: Props) {
  const { t } = useTranslation();
  const { button, menu } = useOpensOnMount();
  const { fullscreen: isFullScreen, toggle: toggleFullScreen } = useFullscreenDocument();
  const TextIcon = textsHidden ? IconEye : IconEyeOff;
  const ScreenIcon = isFullScreen ? IconMinimize : IconMaximize;
  return (
    <Menu {...menu} classNames={{ item: items.item }} position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <MoreButton ref={useMergedRef(button, buttonRef)} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<TextIcon size={18} aria-hidden />} onClick={onToggleTexts}>
          {t(textsHidden ? 'practice.showTexts' : 'practice.hideTexts')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={18} aria-hidden />} onClick={onShowKeys}>
          {t('app.keys')}
        </Menu.Item>
        {/* iPhones don't support it. */}
        {document.fullscreenEnabled && (
          <Menu.Item leftSection={<ScreenIcon size={18} aria-hidden />} onClick={toggleFullScreen}>
            {t(isFullScreen ? 'practice.leaveFullScreen' : 'practice.fullScreen')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
