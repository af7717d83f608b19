import type { subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { Listener } from '../../../platform/database/listener.ts';

const EDITORS_CHANNEL = 'editors';
const REPEAT_MS = 5000;
/** A tab expires after this time without a message, since its server must have crashed or become unreachable. */
const EXPIRY_MS = 12_000;

type Position = Pick<subtitles.Editor, 'page' | 'segment_id'>;
type Tab = { alignment_id: number; tab: string; username: string };
/**
 * `here` is sent by the server with the tab's stream; `at` is the tab's announced position, for that server to send. `place` is
 * its position: the previous release's names.
 */
type Message = Tab & ({ says: 'here' | 'at'; place: Position } | { says: 'left' });

/** `expiresAt` uses the monotonic clock, since the system time can be changed. */
type PresentEditor = { editor: subtitles.Editor; expiresAt: number };
type OpenTab = Tab & { position: Position };
type Follower = { alignment_id: number; sent: string; send: (editors: subtitles.Editor[]) => void };

const FIRST_POSITION: Position = { page: 1, segment_id: null };
const tabKey = ({ alignment_id, tab, username }: Tab) => JSON.stringify([alignment_id, tab, username]);
const compareEditors = (a: subtitles.Editor, b: subtitles.Editor) =>
  a.username.localeCompare(b.username, 'en') || (a.tab < b.tab ? -1 : 1);

/** Tracks the editors present in each alignment, across all servers. In memory: entries expire unless they are repeated. */
export function openPresentEditors(db: Database, listener: Listener) {
  const editorsByAlignment = new Map<number, Map<string, PresentEditor>>();
  /** Positions announced by tabs shortly before their stream opened. */
  const announced = new Map<string, { position: Position; expiresAt: number }>();
  /** Tabs whose streams this server has open. A reconnecting tab can have two for a moment. */
  const openTabs = new Set<OpenTab>();
  const followers = new Set<Follower>();

  const notify = (message: Message) =>
    db.execute(sql`select pg_notify(${EDITORS_CHANNEL}, ${JSON.stringify(message)})`).then(
      () => undefined,
      // Presence is repeated: a lost message is replaced within five seconds.
      () => undefined,
    );
  const notifyAbout = ({ position, ...tab }: OpenTab) => notify({ ...tab, says: 'here', place: position });

  function listEditors(alignmentId: number): subtitles.Editor[] {
    const now = performance.now();
    return [...(editorsByAlignment.get(alignmentId)?.values() ?? [])]
      .filter(({ expiresAt }) => expiresAt > now)
      .map(({ editor }) => editor)
      .sort(compareEditors);
  }

  function notifyFollowers(alignmentId: number): void {
    const editors = listEditors(alignmentId);
    const text = JSON.stringify(editors);
    for (const follower of followers) {
      if (follower.alignment_id !== alignmentId || follower.sent === text) continue;
      follower.sent = text;
      follower.send(editors);
    }
  }

  const findOpenTabs = (tab: Tab) => [...openTabs].filter((openTab) => tabKey(openTab) === tabKey(tab));

  function handleMessage(message: Message): void {
    const { alignment_id, tab, username } = message;
    const key = tabKey(message);
    const expiresAt = performance.now() + EXPIRY_MS;
    if (message.says === 'at') {
      announced.set(key, { position: message.place, expiresAt });
      for (const tab of findOpenTabs(message)) {
        tab.position = message.place;
        void notifyAbout(tab);
      }
      return;
    }
    const editors = editorsByAlignment.get(alignment_id) ?? new Map<string, PresentEditor>();
    editorsByAlignment.set(alignment_id, editors);
    if (message.says === 'here') {
      editors.set(key, { editor: { tab, username, ...message.place }, expiresAt });
    } else {
      const [newerStream] = findOpenTabs(message);
      if (newerStream) return void notifyAbout(newerStream);
      editors.delete(key);
    }
    notifyFollowers(alignment_id);
  }

  function dropExpired(): void {
    const now = performance.now();
    for (const [key, { expiresAt }] of announced) if (expiresAt <= now) announced.delete(key);
    for (const [alignmentId, editors] of editorsByAlignment) {
      for (const [key, { expiresAt }] of editors) if (expiresAt <= now) editors.delete(key);
      if (editors.size === 0) editorsByAlignment.delete(alignmentId);
      notifyFollowers(alignmentId);
    }
  }

  listener.on(EDITORS_CHANNEL, (payload) => handleMessage(JSON.parse(payload) as Message));
  const timer = setInterval(() => {
    for (const tab of openTabs) void notifyAbout(tab);
    dropExpired();
  }, REPEAT_MS);
  timer.unref();

  return {
    /** Announces a tab's position. It is ignored unless a server has the tab's stream open. */
    announce: (tab: Tab, position: Position): Promise<void> =>
      notify({ ...tab, says: 'at', place: position }),

    /**
     * Sends the list of editors, including this one, whenever it changes, until `signal` aborts. The tab counts as present
     * until then.
     */
    follow(tab: Tab, signal: AbortSignal, send: (editors: subtitles.Editor[]) => void): void {
      const openTab = { ...tab, position: announced.get(tabKey(tab))?.position ?? FIRST_POSITION };
      const follower = { alignment_id: tab.alignment_id, sent: '', send };
      openTabs.add(openTab);
      followers.add(follower);
      signal.addEventListener(
        'abort',
        () => {
          openTabs.delete(openTab);
          followers.delete(follower);
          void notify({ ...tab, says: 'left' });
        },
        { once: true },
      );
      void notifyAbout(openTab);
    },

    close: () => clearInterval(timer),
  };
}
