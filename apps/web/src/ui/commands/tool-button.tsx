import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { IconTrash } from '@tabler/icons-react';

type Props = Pick<ActionIconProps, 'size' | 'variant'> & {
  name: string;
  Icon: typeof IconTrash;
  isEnabled?: boolean;
  className?: string | undefined;
  iconClassName?: string | undefined;
  onClick: () => void;
};

/** An icon button. Instead of disabled it is aria-disabled, so that it doesn't lose the focus at the last step. */
export function ToolButton({ name, Icon, isEnabled = true, iconClassName, onClick, ...look }: Props) {
  return (
    <ActionIcon
      variant="default"
      {...look}
      aria-label={name}
      title={name}
      aria-disabled={!isEnabled || undefined}
      data-disabled={!isEnabled || undefined}
      onClick={() => isEnabled && onClick()}
    >
      <Icon size={20} className={iconClassName} aria-hidden />
    </ActionIcon>
  );
}
