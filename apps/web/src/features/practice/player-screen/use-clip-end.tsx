import { focusContent } from '../../../ui/focus/focus-content.ts';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';
import type { PracticeMaterial } from '../use-practice-data.ts';
import type { Practice } from './use-practice.ts';
import { isOver, useTally } from './use-tally.ts';

export const SessionEnd = lazyPart(() => import('./clip-end.tsx'), 'SessionEnd');

/** Returns the summary once the last line is said or written; false before. */
export function useClipEnd(material: PracticeMaterial, { playback, mode, line, goTo }: Practice) {
  const { snapshot, turn } = playback;
  const { tally, reset } = useTally(snapshot, material.session.segments[line]?.start ?? 0);

  function leaveEnd(line: number) {
    goTo(line);
    focusContent();
  }

  function startAgain() {
    reset();
    leaveEnd(0);
  }

  const isEnd = isOver(snapshot) && (mode.settings.original !== 'hide' || turn === null || turn.isDone);
  return (
    isEnd && (
      <InlinePart>
        <SessionEnd
          material={material}
          snapshot={{ ...snapshot, index: line }}
          tally={tally}
          onStartAgain={startAgain}
          onGoTo={leaveEnd}
        />
      </InlinePart>
    )
  );
}
