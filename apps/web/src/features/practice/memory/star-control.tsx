import { type Ref, useImperativeHandle } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { announce } from '../../../ui/feedback/status.tsx';
import type { PracticeSession } from '../practice-session.ts';
import { StarButton } from './star-button.tsx';
import { useLineMemory } from './use-line-memory.ts';

/** Toggles the star of the learner's current line. */
export type StarHandle = { toggle: () => void };

type Props = { videoId: number; session: PracticeSession; line: number; ref: Ref<StarHandle> };

/** Star of the learner's current line, for the button and its key. */
export function StarControl({ videoId, session, line: index, ref }: Props) {
  const { t } = useTranslation();
  const memory = useLineMemory(videoId, session);
  const line = session.segments[index];
  const isStarred = line !== undefined && memory.of(line).starred;
  const toggle = () => {
    if (!line) return;
    memory.mark(line, { starred: !isStarred });
    announce(t(isStarred ? 'memory.unstarred' : 'memory.starred'));
  };
  useImperativeHandle(ref, () => ({ toggle }));
  return <StarButton isStarred={isStarred} onChange={toggle} />;
}
