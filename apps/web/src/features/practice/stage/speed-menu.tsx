import '@mantine/core/styles/Menu.css';
import { ActionIcon, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { changedSpeed, MAX_SPEED, MIN_SPEED } from './speed.ts';
import classes from './speed-menu.module.css';

const COMMON = [0.5, 0.75, 1, 1.25, 1.5];

/** The speed in force, and a menu to change it by steps or at once. */
export function SpeedMenu({ speed, onChange }: { speed: number; onChange: (speed: number) => void }) {
  const { t, i18n } = useTranslation();
  const format = (value: number) => `${value.toLocaleString(i18n.language)}×`;
  return (
    <Menu position="top-start">
      <Menu.Target>
        <UnstyledButton
          className={classes.target}
          aria-label={`${t('playerSettings.speed')}: ${format(speed)}`}
        >
          {format(speed)}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('playerSettings.speed')}</Menu.Label>
        <Group px="xs" pb="xs" gap="xs" wrap="nowrap" justify="space-between">
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t('playerSettings.slower')}
            disabled={speed <= MIN_SPEED}
            onClick={() => onChange(changedSpeed(speed, -1))}
          >
            <IconMinus size={18} aria-hidden />
          </ActionIcon>
          <Text fw={650} className={classes.value} aria-live="polite">
            {format(speed)}
          </Text>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t('playerSettings.faster')}
            disabled={speed >= MAX_SPEED}
            onClick={() => onChange(changedSpeed(speed, 1))}
          >
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
        </Group>
        <Menu.RadioGroup value={String(speed)} onChange={(value) => onChange(Number(value))}>
          {COMMON.map((value) => (
            <Menu.RadioItem key={value} value={String(value)}>
              {format(value)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
