import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';

type Props = { isStarred: boolean; onChange: (isStarred: boolean) => void };

/** Stars a line, or removes its star. */
export function StarButton({ isStarred, onChange }: Props) {
  const { t } = useTranslation();
  const label = t(isStarred ? 'memory.unstar' : 'memory.star');
  return (
    <ActionIcon
      variant="transparent"
      c="inherit"
      size={44}
      aria-label={label}
      title={label}
      aria-pressed={isStarred}
      onClick={() => onChange(!isStarred)}
    >
      {isStarred ? <IconStarFilled size={20} aria-hidden /> : <IconStar size={20} aria-hidden />}
    </ActionIcon>
  );
}
