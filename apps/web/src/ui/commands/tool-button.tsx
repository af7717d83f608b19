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

/** An icon button. It is aria-disabled instead of disabled, so that it keeps the focus when it becomes unavailable. */
export function ToolButton({ name, Icon, isEnabled = true, iconClassName, onClick, ...buttonProps }: Props) {
  return (
    <ActionIcon
      variant="default"
      {...buttonProps}
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
