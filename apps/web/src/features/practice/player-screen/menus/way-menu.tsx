import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import { useTranslation } from '../../../../locales/translation.ts';
import { WAYS, type WayName } from '../../ways/ways.ts';
import items from './menu.module.css';
import { useOpensOnMount } from './use-opens-on-mount.ts';
import { WayButton } from './way-button.tsx';
import classes from './way-menu.module.css';

type Props = { way: WayName; onChoose: (way: WayName) => void };

/** The ways to practise, with their keys. Opens on mount, since it is loaded on demand. */
export function WayMenu({ way, onChoose }: Props) {
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
        <WayButton ref={button} way={way} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={way} onChange={(chosen) => onChoose(chosen as WayName)}>
          {WAYS.map(({ name }, at) => (
            <Menu.RadioItem
              key={name}
              value={name}
              closeMenuOnClick
              aria-keyshortcuts={String(at + 1)}
              rightSection={
                <kbd className={classes.key} aria-hidden>
                  {at + 1}
                </kbd>
              }
            >
              {t(`practice.ways.${name}`)}
              <small className={classes.hint}>{t(`ways.${name}`)}</small>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
