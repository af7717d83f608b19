import { type ComponentType, useState } from 'react';
import { loadTodayWording, loadTurnWording } from '../../../locales/i18n.ts';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';
import type { Task } from '../modes/modes.ts';
import type { TaskProps } from '../turn/task-props.ts';

const TurnPart = lazyPart(async () => {
  await Promise.all([loadTurnWording(), loadTodayWording()]);
  return import('../turn/turn-part.tsx');
}, 'TurnPart');

async function loadTyped() {
  await loadTurnWording();
  return import('../turn/typed/typed-tasks.tsx');
}

const GapsPart = lazyPart(loadTyped, 'GapsPart');
const WritePart = lazyPart(loadTyped, 'WritePart');

/** The tasks' code, for preloading. */
export const TURN_PARTS = [TurnPart, GapsPart, WritePart];

const PART_BY_TASK = {
  say: TurnPart,
  recall: TurnPart,
  gaps: GapsPart,
  write: WritePart,
} satisfies Record<Task, ComponentType<TaskProps>>;

/** The turn's task, loaded while the first line plays: playback doesn't wait for it. */
export function TurnSlot(props: TaskProps) {
  const [hasStarted, setHasStarted] = useState(false);
  const { name } = props.snapshot.phase;
  if (!hasStarted && (name === 'playing' || name === 'turn')) setHasStarted(true);
  const Part = PART_BY_TASK[props.mode.task ?? 'say'];
  return (
    hasStarted && (
      <InlinePart>
        <Part {...props} />
      </InlinePart>
    )
  );
}
