import '@mantine/core/styles/Menu.css';
import { ActionIcon, Menu, type MenuProps } from '@mantine/core';
import { IconDots, type IconTrash } from '@tabler/icons-react';
import { type TextKey, useTranslation } from '../../locales/translation.ts';

type Props<Id extends string> = Pick<MenuProps, 'position' | 'withinPortal' | 'floatingStrategy'> & {
  name: string;
  commands: readonly { id: Id; name: TextKey; Icon: typeof IconTrash }[];
  size: number;
  color?: string;
  className?: string | undefined;
  itemClassName?: string | undefined;
  onRun: (id: Id) => void;
};

/** A menu of commands behind three dots. */
export function MoreMenu<Id extends string>(props: Props<Id>) {
  const { name, commands, size, color, className, itemClassName, onRun, ...menu } = props;
  const { t } = useTranslation();
  return (
    <Menu {...menu} keepMounted={false}>
      <Menu.Target>
        <ActionIcon {...{ size, color, className }} variant="subtle" aria-label={name} title={name}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {commands.map(({ id, name: wording, Icon }) => (
          <Menu.Item
            key={id}
            mih={44}
            className={itemClassName}
            data-command={id}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => onRun(id)}
          >
            {t(wording)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
