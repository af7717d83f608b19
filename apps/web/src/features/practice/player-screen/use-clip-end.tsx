import { focusContent } from '../../../ui/focus/focus-content.ts';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';
import { usePractised } from '../practised-lines.ts';
import type { PracticeMaterial } from '../use-practice-data.ts';
import { isOver, linesWaiting, useTally } from './sitting.ts';
import type { Practice } from './use-practice.ts';

// Not needed at first.
export const ClipEnd = lazyPart(() => import('./clip-end.tsx'), 'ClipEnd');

/** Returns the summary to show once the last line is said or written; false until then. */
export function useClipEnd({ video, session }: PracticeMaterial, { playback, way, line, goTo }: Practice) {
  const { snapshot, turn } = playback;
  const { tally, reset } = useTally(snapshot, session.segments[line]?.start ?? 0);
  const practised = usePractised(video.id, session);

  function leaveEnd(line: number) {
    goTo(line);
    // The button that was pressed disappears.
    focusContent();
  }

  function startAgain() {
    reset();
    leaveEnd(0);
  }

  const isEnd = isOver(snapshot) && (way.settings.original !== 'hide' || turn === null || turn.isDone);
  return (
    isEnd && (
      <InlinePart>
        <ClipEnd
          video={video}
          tally={tally}
          waiting={linesWaiting({
            snapshot: { ...snapshot, index: line },
            segments: session.segments,
            practised,
            tally,
          })}
          onStartAgain={startAgain}
          onGoTo={leaveEnd}
        />
      </InlinePart>
    )
  );
}
