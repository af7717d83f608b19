import '@mantine/core/styles/Menu.css';
import { Box, Menu } from '@mantine/core';
import { useTranslation } from '../../../../locales/translation.ts';
import { MODES, type ModeName } from '../../modes/modes.ts';
import items from './menu.module.css';
import { ModeButton } from './mode-button.tsx';
import classes from './mode-menu.module.css';
import { useOpensOnMount } from './use-opens-on-mount.ts';

type Props = { mode: ModeName; onChoose: (mode: ModeName) => void };

/** Menu of the practice modes, with their keys. Opens on mount, since it is loaded on demand. */
export function ModeMenu({ mode, onChoose }: Props) {
  const { t } = useTranslation();
  const { button, menu } = useOpensOnMount();
  return (
    <Menu
      {...menu}
      classNames={{ item: items.item, dropdown: classes.dropdown }}
      middlewares={{ flip: true, shift: true, size: true }}
      position="bottom"
      withinPortal
    >
      <Menu.Target>
        <ModeButton ref={button} mode={mode} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={mode} onChange={(chosen) => onChoose(chosen as ModeName)}>
          {MODES.map(({ name }, index) => (
            <Menu.RadioItem
              key={name}
              value={name}
              closeMenuOnClick
              aria-keyshortcuts={String(index + 1)}
              rightSection={
                <kbd className={classes.key} aria-hidden>
                  {index + 1}
                </kbd>
              }
            >
              {t(`practice.modes.${name}`)}
              <Box component="small" display="block" maw="18rem" c="var(--quiet)" fz="0.8125rem" lh="1.3">
                {t(`modes.${name}`)}
              </Box>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
