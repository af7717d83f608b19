import type { subtitles, videos } from '@sayback/contract';
import { useEffect, useMemo, useState } from 'react';
import { buildKey } from '../../../device-storage/kinds.ts';
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

/** Delay from the last change to the next check of the segments, in milliseconds. */
const RECHECK_DELAY_MS = 300;

/** Loads the rows of an alignment that the user left unsaved in this browser, except those of other open tabs. */
export const loadUnsaved = async (account: string, alignmentId: number): Promise<Map<number, Unsaved>> =>
  new Map(await takeUnsavedWork<Unsaved>(buildKey(account, 'rows', alignmentId)));

/** Runs a callback when the browser is idle; after a delay in Safari, which lacks requestIdleCallback. Returns a cancel function. */
function runWhenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(callback, { timeout: 1000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, 50);
  return () => clearTimeout(timer);
}

export type LoadedAlignment = {
  alignment: subtitles.Alignment;
  segments: readonly Segment[];
  unsaved: ReadonlyMap<number, Unsaved>;
  video: videos.Video | null;
  account: string;
};

function createDocument({ alignment, segments, unsaved }: LoadedAlignment, languages: Languages) {
  const editor = createEditor({
    segments,
    unsaved,
    languages,
    gateway: createHttpSegmentGateway(alignment.id),
  });
  const segmentAt = (position: number) => {
    const segment = editor.getState().segments[position];
    return segment && editor.row(segment.id)?.value;
  };
  const warnings = createWarnings({ count: () => editor.getState().segments.length, segmentAt, runWhenIdle });
  return { editor, warnings, medianRatio: medianLogRatio(segments) };
}

/** Stores unsaved rows in the browser, and rechecks the segments after changes. */
function usePersistedRows(editor: Editor, warnings: Warnings, key: string): void {
  useEffect(() => {
    const storage = openUnsavedStorage<Unsaved>(key);
    let { unsaved, orphans } = editor.getState();
    let recheckTimer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = editor.subscribe(() => {
      clearTimeout(recheckTimer);
      recheckTimer = setTimeout(() => warnings.refresh(), RECHECK_DELAY_MS);
      const current = editor.getState();
      if (current.unsaved === unsaved && current.orphans === orphans) return;
      ({ unsaved, orphans } = current);
      const orphanEntries = orphans.map(
        ({ id, fields }): UnsavedEntry<Unsaved> => [id, { fields, version: 0 }],
      );
      storage.save([...unsaved, ...orphanEntries]);
    });
    warnings.refresh();
    return () => {
      unsubscribe();
      clearTimeout(recheckTimer);
      storage.close();
      warnings.stop();
    };
  }, [editor, warnings, key]);
}

export function useOpenEditor(loaded: LoadedAlignment): EditorDocument {
  const { alignment, video, account } = loaded;
  const { original_language: original, target_language: target } = alignment;
  const languages = useMemo(() => ({ original, target }), [original, target]);
  const [document] = useState(() => createDocument(loaded, languages));
  usePersistedRows(document.editor, document.warnings, buildKey(account, 'rows', alignment.id));
  return useMemo(
    () => ({ alignment, languages, video, account, ...document }),
    [alignment, languages, video, account, document],
  );
}
