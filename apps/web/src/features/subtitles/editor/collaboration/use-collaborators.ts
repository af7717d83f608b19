import { randomId } from '@mantine/hooks';
import { subtitles } from '@sayback/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { followEvents } from '../../../../api/event-stream.ts';
import { invalidate } from '../../../../api/query.ts';
import { useEditorDocument } from '../editor-document.ts';

/** Delay before announcing a new position, in milliseconds. */
const ANNOUNCE_DELAY_MS = 400;
/** Time in which changes are collected into a batch, in milliseconds. */
const BATCH_MS = 150;

/** Versions of changed segments, by id. */
type ChangedVersions = ReadonlyMap<number, number>;

/** Collects changes into batches, so that they are reloaded together. `all`: everything has to be reloaded. */
function createBatcher(onBatch: (changed: ChangedVersions | 'all') => void) {
  let batch = new Map<number, number>();
  let hasAll = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const changed = hasAll ? 'all' : batch;
    batch = new Map();
    hasAll = false;
    onBatch(changed);
  };
  return {
    add(changed: ChangedVersions | 'all'): void {
      if (changed === 'all') hasAll = true;
      else for (const [id, version] of changed) batch.set(id, version);
      timer ??= setTimeout(flush, BATCH_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

type EditorPosition = { page: number; segmentId: number | null };

/** Follows collaborators' changes and announces this tab's position. Returns the other editors of the alignment. */
export function useCollaborators({ page, segmentId }: EditorPosition) {
  const { editor, alignment } = useEditorDocument();
  const alignmentId = alignment.id;
  // Unlike crypto.randomUUID, this also works without HTTPS.
  const [tab] = useState(() => randomId());
  const [editors, setEditors] = useState<subtitles.Editor[]>([]);
  const [isConnected, setIsConnected] = useState(false);
  const wasConnected = useRef(false);
  const client = useQueryClient();

  useEffect(() => {
    const controller = new AbortController();
    const batcher = createBatcher((changed) => {
      void (changed === 'all' ? editor.reload('all') : editor.reload([...changed.keys()], changed));
      // The alignment's languages may have changed too.
      if (changed === 'all') void invalidate(client, subtitles.getAlignment, { params: { id: alignmentId } });
    });
    const onEvent = (event: subtitles.AlignmentEvent) => {
      if (event.type === 'editors') setEditors(event.editors);
      else if (event.type === 'reordered') batcher.add('all');
      else batcher.add(new Map(event.ids.map((id, at) => [id, event.versions?.[at] ?? Infinity])));
    };
    const onConnection = (isNowConnected: boolean) => {
      setIsConnected(isNowConnected);
      // Events were missed while disconnected.
      if (isNowConnected && wasConnected.current) batcher.add('all');
      wasConnected.current ||= isNowConnected;
      if (!isNowConnected) setEditors([]);
    };
    followEvents(
      subtitles.followAlignment,
      { params: { id: alignmentId }, query: { tab }, signal: controller.signal },
      { onEvent, onConnection },
    ).catch((error: unknown) => console.error('failed to follow the alignment’s events', error));
    return () => {
      controller.abort();
      batcher.stop();
    };
  }, [editor, alignmentId, tab, client]);

  useEffect(() => {
    if (!isConnected) return;
    const timer = setTimeout(() => {
      const body = { tab, page, segment_id: segmentId };
      call(subtitles.announceEditor, { params: { id: alignmentId }, body }).catch((error: unknown) =>
        console.error('failed to announce the editor’s position', error),
      );
    }, ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [alignmentId, tab, page, segmentId, isConnected]);

  return editors.filter((collaborator) => collaborator.tab !== tab);
}
