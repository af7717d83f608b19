import { ActionIcon } from '@mantine/core';
import { IconFlame, IconFlameFilled, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';

export type MarkName = 'starred' | 'hard';

const MARKS = {
  starred: { add: 'memory.star', remove: 'memory.unstar', Icon: IconStar, SetIcon: IconStarFilled },
  hard: { add: 'memory.hard', remove: 'memory.removeHard', Icon: IconFlame, SetIcon: IconFlameFilled },
} as const;

type Props = { mark: MarkName; isSet: boolean; onChange: (isSet: boolean) => void };

export function MarkButton({ mark, isSet, onChange }: Props) {
  const { t } = useTranslation();
  const { add, remove, Icon, SetIcon } = MARKS[mark];
  const label = t(isSet ? remove : add);
  const CurrentIcon = isSet ? SetIcon : Icon;
  return (
    <ActionIcon
      variant="transparent"
      c="inherit"
      size={44}
      aria-label={label}
      title={label}
      aria-pressed={isSet}
      onClick={() => onChange(!isSet)}
    >
      <CurrentIcon size={20} aria-hidden />
    </ActionIcon>
  );
}
