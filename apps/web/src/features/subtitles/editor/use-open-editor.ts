import { useEffect, useState } from 'react';
import { keyOf } from '../../../device-storage/kinds.ts';
import {
  openUnsavedStorage,
  takeUnsavedWork,
  type UnsavedEntry,
} from '../../../device-storage/unsaved-storage.ts';
import { createHttpSegmentGateway } from './http-segment-gateway.ts';
import { createEditor, type Editor } from './model/editor.ts';
import type { Languages } from './model/split.ts';
import type { Segment, Unsaved } from './model/unsaved.ts';
import { createWarnings, type Warnings } from './model/warnings.ts';

/** How long after the last key the segments are checked again, in milliseconds. */
const CHECK_PAUSE_MS = 300;

/** The rows of an alignment that this person left unsaved in this browser, but for those of other tabs that are open. */
export const readUnsaved = async (account: string, alignmentId: number): Promise<Map<number, Unsaved>> =>
  new Map(await takeUnsavedWork<Unsaved>(keyOf(account, 'rows', alignmentId)));

/** Called when the browser has nothing else to do; Safari doesn't say when. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: 1000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 50);
  return () => clearTimeout(timer);
}

type Opening = {
  alignmentId: number;
  account: string;
  segments: readonly Segment[];
  unsaved: ReadonlyMap<number, Unsaved>;
  languages: Languages;
};

function open({ alignmentId, segments, unsaved, languages }: Opening): {
  editor: Editor;
  warnings: Warnings;
} {
  const editor = createEditor({
    segments,
    unsaved,
    languages,
    gateway: createHttpSegmentGateway(alignmentId),
  });
  const at = (position: number) => {
    const segment = editor.getState().segments[position];
    return segment && editor.row(segment.id)?.value;
  };
  const warnings = createWarnings({ count: () => editor.getState().segments.length, at, whenIdle });
  return { editor, warnings };
}

/** Opens the editor over what was read, saves unsaved rows in the browser, and keeps the warnings up to date. */
export function useOpenEditor(opening: Opening) {
  const [{ editor, warnings }] = useState(() => open(opening));
  const [restored, setRestored] = useState(() => editor.getState().unsaved.size);
  const { account, alignmentId } = opening;

  useEffect(() => {
    const storage = openUnsavedStorage<Unsaved>(keyOf(account, 'rows', alignmentId));
    let { unsaved, orphans } = editor.getState();
    let pause: ReturnType<typeof setTimeout> | undefined;
    const leave = editor.subscribe(() => {
      clearTimeout(pause);
      pause = setTimeout(() => warnings.refresh(), CHECK_PAUSE_MS);
      const now = editor.getState();
      if (now.unsaved === unsaved && now.orphans === orphans) return;
      ({ unsaved, orphans } = now);
      const lost = orphans.map(({ id, fields }): UnsavedEntry<Unsaved> => [id, { fields, version: 0 }]);
      storage.save([...unsaved, ...lost]);
    });
    warnings.refresh();
    return () => {
      leave();
      clearTimeout(pause);
      storage.close();
      warnings.stop();
    };
  }, [editor, warnings, account, alignmentId]);

  return { editor, warnings, restored, forgetRestored: () => setRestored(0) };
}
