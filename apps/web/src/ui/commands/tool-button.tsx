import { ActionIcon } from '@mantine/core';
import type { IconTrash } from '@tabler/icons-react';

type Props = {
  name: string;
  Icon: typeof IconTrash;
  isEnabled?: boolean;
  className?: string | undefined;
  iconClassName?: string | undefined;
  onClick: () => void;
};

/** A button with an icon. It is never disabled, or it would lose the focus at the last step: it only says that it is. */
export function ToolButton({ name, Icon, isEnabled = true, className, iconClassName, onClick }: Props) {
  return (
    <ActionIcon
      className={className}
      size={44}
      variant="default"
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
