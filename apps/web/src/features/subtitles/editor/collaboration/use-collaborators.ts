import { randomId } from '@mantine/hooks';
import { subtitles } from '@sayback/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { followEvents } from '../../../../api/event-stream.ts';
import { invalidate } from '../../../../api/query.ts';
import { useEditorDocument } from '../editor-document.ts';

/** Minimum interval of announcements, in milliseconds. */
const ANNOUNCE_MS = 400;
/** Time for collecting several changes, in milliseconds. */
const GATHER_MS = 150;

/** Versions by id. */
type News = ReadonlyMap<number, number>;

/** Collects changes for a moment, to read them together; `all` reads everything. */
function createGatherer(read: (news: News | 'all') => void) {
  let gathered = new Map<number, number>();
  let isAll = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const news = isAll ? 'all' : gathered;
    gathered = new Map();
    isAll = false;
    read(news);
  };
  return {
    add(news: News | 'all'): void {
      if (news === 'all') isAll = true;
      else for (const [id, version] of news) gathered.set(id, version);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

type EditorPosition = { page: number; segmentId: number | null };

/** Follows collaborators' changes and announces this tab's position. Returns the other editors of the alignment. */
export function useCollaborators({ page, segmentId }: EditorPosition) {
  const { editor, alignment } = useEditorDocument();
  const alignmentId = alignment.id;
  // Not crypto.randomUUID, which doesn't exist at http://192.168…
  const [tab] = useState(() => randomId());
  const [editors, setEditors] = useState<subtitles.Editor[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(false);
  const client = useQueryClient();

  useEffect(() => {
    const leaving = new AbortController();
    const gatherer = createGatherer((news) => {
      void (news === 'all' ? editor.reload('all') : editor.reload([...news.keys()], news));
      // Its languages may have changed too.
      if (news === 'all') void invalidate(client, subtitles.getAlignment, { params: { id: alignmentId } });
    });
    const onEvent = (event: subtitles.AlignmentEvent) => {
      if (event.type === 'editors') setEditors(event.editors);
      else if (event.type === 'reordered') gatherer.add('all');
      else gatherer.add(new Map(event.ids.map((id, at) => [id, event.versions?.[at] ?? Infinity])));
    };
    const onConnection = (open: boolean) => {
      setIsOpen(open);
      // Events during the disconnection were missed.
      if (open && wasOpen.current) gatherer.add('all');
      wasOpen.current ||= open;
      if (!open) setEditors([]);
    };
    followEvents(
      subtitles.followAlignment,
      { params: { id: alignmentId }, query: { tab }, signal: leaving.signal },
      { onEvent, onConnection },
    ).catch((error: unknown) => console.error('the events of the alignment do not come in', error));
    return () => {
      leaving.abort();
      gatherer.stop();
    };
  }, [editor, alignmentId, tab, client]);

  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => {
      const body = { tab, page, segment_id: segmentId };
      call(subtitles.announceEditor, { params: { id: alignmentId }, body }).catch((error: unknown) =>
        console.error('the position could not be announced', error),
      );
    }, ANNOUNCE_MS);
    return () => clearTimeout(timer);
  }, [alignmentId, tab, page, segmentId, isOpen]);

  return editors.filter((other) => other.tab !== tab);
}
