import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import items from './menu.module.css';
import { changeSpeed } from './speed.ts';
import { SpeedButton } from './speed-button.tsx';
import classes from './speed-menu.module.css';
import { useOpensOnMount } from './use-opens-on-mount.ts';

const PRESETS = [0.5, 0.75, 1, 1.25, 1.5, 2];

type Props = { speed: number; onChange: (speed: number) => void };

/** Changes the speed, in steps or to a preset. Opens on mount, since it is loaded on demand. */
export function SpeedMenu({ speed, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const format = (value: number) => `${value.toLocaleString(i18n.language)}×`;
  const renderStep = (label: string, steps: number, icon: ReactNode) => (
    <Menu.Item
      className={classes.step}
      aria-label={label}
      closeMenuOnClick={false}
      disabled={changeSpeed(speed, steps) === speed}
      onClick={() => onChange(changeSpeed(speed, steps))}
    >
      {icon}
    </Menu.Item>
  );
  const { button, menu } = useOpensOnMount();
  return (
    <Menu {...menu} classNames={{ item: items.item }} position="top-start" withinPortal={false}>
      <Menu.Target>
        <SpeedButton ref={button} speed={speed} />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.steps}>
          {renderStep(t('playerSettings.slower'), -1, <IconMinus size={18} aria-hidden />)}
          <span className={classes.value}>{format(speed)}</span>
          {renderStep(t('playerSettings.faster'), 1, <IconPlus size={18} aria-hidden />)}
        </div>
        <Menu.RadioGroup value={String(speed)} onChange={(value) => onChange(Number(value))}>
          {PRESETS.map((value) => (
            <Menu.RadioItem key={value} value={String(value)}>
              {format(value)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
