import type { subtitles, videos } from '@sayback/contract';
import { useEffect, useMemo, useState } from 'react';
import { toKey } from '../../../device-storage/kinds.ts';
import {
  openUnsavedStorage,
  takeUnsavedWork,
  type UnsavedEntry,
} from '../../../device-storage/unsaved-storage.ts';
import type { EditorDocument } from './editor-document.ts';
import { createHttpSegmentGateway } from './http-segment-gateway.ts';
import { medianLogRatio } from './model/doubt.ts';
import { createEditor, type Editor } from './model/editor.ts';
import type { Languages } from './model/split.ts';
import type { Segment, Unsaved } from './model/unsaved.ts';
import { createWarnings, type Warnings } from './model/warnings.ts';

/** Delay from the last keystroke to the next check of the segments, in milliseconds. */
const CHECK_PAUSE_MS = 300;

/** Reads an alignment's rows that this user left unsaved in this browser, except those of other open tabs. */
export const loadUnsaved = async (account: string, alignmentId: number): Promise<Map<number, Unsaved>> =>
  new Map(await takeUnsavedWork<Unsaved>(toKey(account, 'rows', alignmentId)));

/** Calls back when the browser is idle; in Safari, which can't tell, after a delay. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: 1000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 50);
  return () => clearTimeout(timer);
}

export type Opening = {
  alignment: subtitles.Alignment;
  segments: readonly Segment[];
  unsaved: ReadonlyMap<number, Unsaved>;
  video: videos.Video | null;
  account: string;
};

function open({ alignment, segments, unsaved }: Opening, languages: Languages) {
  const editor = createEditor({
    segments,
    unsaved,
    languages,
    gateway: createHttpSegmentGateway(alignment.id),
  });
  const at = (position: number) => {
    const segment = editor.getState().segments[position];
    return segment && editor.row(segment.id)?.value;
  };
  const warnings = createWarnings({ count: () => editor.getState().segments.length, at, whenIdle });
  return { editor, warnings, medianRatio: medianLogRatio(segments) };
}

/** Stores unsaved rows in the browser, and keeps the warnings up to date. */
function useKept(editor: Editor, warnings: Warnings, key: string): void {
  useEffect(() => {
    const storage = openUnsavedStorage<Unsaved>(key);
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
  }, [editor, warnings, key]);
}

export function useOpenEditor(opening: Opening): EditorDocument {
  const { alignment, video, account } = opening;
  const { original_language: original, target_language: target } = alignment;
  const languages = useMemo(() => ({ original, target }), [original, target]);
  const [opened] = useState(() => open(opening, languages));
  useKept(opened.editor, opened.warnings, toKey(account, 'rows', alignment.id));
  return useMemo(
    () => ({ alignment, languages, video, account, ...opened }),
    [alignment, languages, video, account, opened],
  );
}
