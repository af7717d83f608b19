import { subtitles } from '@sayback/contract';
import { notFound } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Listener } from '../../../platform/database/listener.ts';
import { accountStore } from '../../accounts/index.ts';
import { alignmentStore, NO_ALIGNMENT } from '../alignment/alignment-store.ts';
import { ALIGNMENTS_CHANNEL, type AlignmentChange } from '../segments/announce-change.ts';
import { openPresentEditors } from './present-editors.ts';

type Deps = { db: Database; listener: Listener };

/** Notifies the editors of an alignment about each other and its changes. `close` stops its timer. */
export function collaborationRoutes(
  { serve, serveEvents }: Router,
  { db, listener }: Deps,
): { close: () => void } {
  const editors = openPresentEditors(db, listener);

  async function readTab(alignmentId: number, tab: string, viewer: { id: number }) {
    if (!(await alignmentStore(db).find(alignmentId))) throw notFound(NO_ALIGNMENT);
    const user = await accountStore(db).findUser(viewer.id);
    return { alignment_id: alignmentId, tab, username: user?.username ?? '' };
  }

  serveEvents(subtitles.followAlignment, async ({ params, query, viewer }) => {
    const tab = await readTab(params.id, query.tab, viewer);
    return async ({ send, signal }) => {
      editors.follow(tab, signal, (editors) => send({ type: 'editors', editors }));
      const unsubscribes = [
        listener.on(ALIGNMENTS_CHANNEL, (payload) => {
          const change = JSON.parse(payload) as AlignmentChange;
          if (change.alignment_id !== params.id) return;
          if (!('ids' in change)) return send({ type: 'reordered' });
          const { ids, versions } = change;
          send({ type: 'changed', ids, versions });
        }),
        // Notifications sent during the gap were missed.
        listener.onGap(() => send({ type: 'reordered' })),
      ];
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  });

  serve(subtitles.announceEditor, async ({ params, body: { tab, ...position }, viewer }) =>
    editors.announce(await readTab(params.id, tab, viewer), position),
  );

  return { close: editors.close };
}
