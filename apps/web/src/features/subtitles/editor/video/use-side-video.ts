import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Editor } from '../model/editor.ts';
import { bringIntoSight, elementOf, isNarrow } from '../table/row-elements.ts';
import type { VideoHandle } from './video-panel.tsx';

/** The video beside the table: whether it is open, and playing a row in it. Where it lies over the rows, it starts closed. */
export function useSideVideo(editor: Editor, currentId: number | null) {
  const handle = useRef<VideoHandle>(null);
  const [isOpen, setIsOpen] = useState(() => !isNarrow());
  const showCurrent = useEffectEvent(() => {
    const field = currentId === null ? null : elementOf(currentId, null);
    if (field && isNarrow()) bringIntoSight(field);
  });
  useEffect(() => {
    if (isOpen) showCurrent();
  }, [isOpen]);
  return {
    handle,
    isOpen,
    toggle: () => setIsOpen((open) => !open),
    play(id: number): void {
      const value = editor.row(id)?.value;
      if (!value) return;
      setIsOpen(true);
      handle.current?.play(value);
    },
  };
}
