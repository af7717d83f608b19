import { useState } from 'react';
import { loadTodayWording } from '../../../locales/i18n.ts';
import { lazyPart, OnDemand } from '../../../ui/lazy-part.tsx';
import type { PracticeLine } from '../player/practice-lines.ts';
import { LineList, type LineListProps } from '../player-screen/lines/line-list.tsx';
import type { PracticeSession } from '../practice-session.ts';
import { useLineMemory } from './use-line-memory.ts';

const LineDialog = lazyPart(async () => {
  await loadTodayWording();
  return import('./line-dialog.tsx');
}, 'LineDialog');

type Props = Omit<LineListProps, 'memory' | 'onAbout'> & { videoId: number; session: PracticeSession };

/** The list of lines with their marks, hints and due days, and a dialog about each line. */
export function RememberedLines({ videoId, session, ...list }: Props) {
  const memory = useLineMemory(videoId, session);
  const [dialogLine, setDialogLine] = useState<PracticeLine | null>(null);
  const close = () => setDialogLine(null);
  return (
    <>
      <LineList {...list} memory={memory} onAbout={setDialogLine} />
      <OnDemand isOpen={dialogLine !== null} onOpen={() => undefined} onClose={close}>
        {dialogLine && (
          <LineDialog
            videoId={videoId}
            session={session}
            line={dialogLine}
            memory={memory}
            language={list.languages.original}
            onClose={close}
          />
        )}
      </OnDemand>
    </>
  );
}
