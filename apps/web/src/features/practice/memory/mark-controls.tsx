import { type Ref, useImperativeHandle } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { announce } from '../../../ui/feedback/status.tsx';
import type { PracticeSession } from '../practice-session.ts';
import { MarkButton, type MarkName } from './mark-button.tsx';
import { useLineMemory } from './use-line-memory.ts';

/** Toggles a mark of the learner's current line. */
export type MarksHandle = { toggle: (mark: MarkName) => void };

type Props = { videoId: number; session: PracticeSession; line: number; ref: Ref<MarksHandle> };

const ANNOUNCEMENTS = {
  starred: { added: 'memory.starred', removed: 'memory.unstarred' },
  hard: { added: 'memory.markedHard', removed: 'memory.unmarkedHard' },
} as const;

/** Buttons that mark the learner's current line; `ref` is for their keys. */
export function MarkControls({ videoId, session, line: index, ref }: Props) {
  const { t } = useTranslation();
  const memory = useLineMemory(videoId, session);
  const line = session.segments[index];
  const marks = line && memory.find(line);
  const toggle = (mark: MarkName) => {
    if (!line || !marks) return;
    memory.mark(line, { [mark]: !marks[mark] });
    announce(t(ANNOUNCEMENTS[mark][marks[mark] ? 'removed' : 'added']));
  };
  useImperativeHandle(ref, () => ({ toggle }));
  return (['starred', 'hard'] as const).map((mark) => (
    <MarkButton key={mark} mark={mark} isSet={marks?.[mark] === true} onChange={() => toggle(mark)} />
  ));
}
