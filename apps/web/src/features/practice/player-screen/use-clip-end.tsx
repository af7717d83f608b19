import { focusContent } from '../../../ui/focus/focus-content.ts';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';
import type { PracticeMaterial } from '../use-practice-data.ts';
import { isOver, useTally } from './sitting.ts';
import type { Practice } from './use-practice.ts';

// Not needed at first.
export const SittingEnd = lazyPart(() => import('./clip-end.tsx'), 'SittingEnd');

/** Returns the summary to show once the last line is said or written; false until then. */
export function useClipEnd(material: PracticeMaterial, { playback, mode, line, goTo }: Practice) {
  const { snapshot, turn } = playback;
  const { tally, reset } = useTally(snapshot, material.session.segments[line]?.start ?? 0);

  function leaveEnd(line: number) {
    goTo(line);
    // The pressed button disappears.
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
        <SittingEnd
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
