import '@mantine/core/styles/Menu.css';
import { ActionIcon, Menu, type MenuProps, Text } from '@mantine/core';
import { IconDots, type IconTrash } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { type TextKey, useTranslation } from '../../locales/translation.ts';

type Props<Id extends string> = Pick<
  MenuProps,
  'position' | 'withinPortal' | 'floatingStrategy' | 'defaultOpened' | 'onOpen'
> & {
  commands: readonly { id: Id; name: TextKey; Icon: typeof IconTrash }[];
  itemClassName?: string | undefined;
  /** Returns the reason why a command can't run, shown below its name; null if it can. */
  disabledReason?: (id: Id) => string | null;
  onRun: (id: Id) => void;
} & (
    | { name: string; size: number; color?: string; className?: string | undefined }
    /** Custom button that opens the menu. */
    | { target: ReactElement }
  );

/** A menu of commands behind a three-dots button. */
export function MoreMenu<Id extends string>(props: Props<Id>) {
  const { commands, itemClassName, disabledReason, onRun, ...menuProps } = props;
  const { position, withinPortal, floatingStrategy, defaultOpened, onOpen } = menuProps;
  const { t } = useTranslation();
  return (
    <Menu {...{ position, withinPortal, floatingStrategy, defaultOpened, onOpen }} keepMounted={false}>
      <Menu.Target>
        {'target' in props ? (
          props.target
        ) : (
          <ActionIcon
            size={props.size}
            color={props.color}
            className={props.className}
            variant="subtle"
            aria-label={props.name}
            title={props.name}
          >
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {commands.map(({ id, name: label, Icon }) => {
          const reason = disabledReason?.(id) ?? null;
          // Only aria-disabled, since the arrow keys would skip a disabled item with its reason.
          const isDisabled = reason !== null || undefined;
          return (
            <Menu.Item
              key={id}
              mih={44}
              className={itemClassName}
              data-command={id}
              leftSection={<Icon size={18} aria-hidden />}
              aria-disabled={isDisabled}
              closeMenuOnClick={!isDisabled}
              onClick={() => !isDisabled && onRun(id)}
            >
              {t(label)}
              {isDisabled && (
                <Text size="sm" c="dimmed" maw="20rem">
                  {reason}
                </Text>
              )}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
