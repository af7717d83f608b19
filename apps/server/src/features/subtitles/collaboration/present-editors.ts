import type { subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { Listener } from '../../../platform/database/listener.ts';

const EDITORS_CHANNEL = 'editors';
const REPEAT_MS = 5000;
/** Time without a message after which a tab is dropped: its server died, or is unreachable. */
const FORGET_MS = 12_000;

type Position = Pick<subtitles.Editor, 'page' | 'segment_id'>;
type Tab = { alignment_id: number; tab: string; username: string };
/** `here`: sent by the server with the tab's stream. `at`: the tab's announced position, for that server to send. */
/** `place` is the previous release's name of a position. */
type Message = Tab & ({ says: 'here' | 'at'; place: Position } | { says: 'left' });

/** `until` uses the monotonic clock: the system time may be changed. */
type Heard = { editor: subtitles.Editor; until: number };
type Held = Tab & { position: Position };
type Follower = { alignment_id: number; sent: string; send: (editors: subtitles.Editor[]) => void };

const FIRST_POSITION: Position = { page: 1, segment_id: null };
const toKey = ({ alignment_id, tab, username }: Tab) => JSON.stringify([alignment_id, tab, username]);
const inOrder = (a: subtitles.Editor, b: subtitles.Editor) =>
  a.username.localeCompare(b.username, 'en') || (a.tab < b.tab ? -1 : 1);

/** Editors present in each alignment, across all servers. In memory, and expired unless repeated: no table, nothing to clean up. */
export function openPresentEditors(db: Database, listener: Listener) {
  const heard = new Map<number, Map<string, Heard>>();
  /** Positions announced by tabs shortly before their stream opened. */
  const announced = new Map<string, { position: Position; until: number }>();
  /** Tabs whose streams this server has open. A reconnecting tab may have two for a moment. */
  const held = new Set<Held>();
  const followers = new Set<Follower>();

  const notify = (message: Message) =>
    db.execute(sql`select pg_notify(${EDITORS_CHANNEL}, ${JSON.stringify(message)})`).then(
      () => undefined,
      // Presence is repeated: a lost message is replaced within five seconds.
      () => undefined,
    );
  const notifyAbout = ({ position, ...tab }: Held) => notify({ ...tab, says: 'here', place: position });

  function present(alignmentId: number): subtitles.Editor[] {
    const now = performance.now();
    return [...(heard.get(alignmentId)?.values() ?? [])]
      .filter(({ until }) => until > now)
      .map(({ editor }) => editor)
      .sort(inOrder);
  }

  function showFollowers(alignmentId: number): void {
    const editors = present(alignmentId);
    const text = JSON.stringify(editors);
    for (const follower of followers) {
      if (follower.alignment_id !== alignmentId || follower.sent === text) continue;
      follower.sent = text;
      follower.send(editors);
    }
  }

  const getHeld = (tab: Tab) => [...held].filter((heldTab) => toKey(heldTab) === toKey(tab));

  function hear(message: Message): void {
    const { alignment_id, tab, username } = message;
    if (message.says === 'at') {
      announced.set(toKey(message), { position: message.place, until: performance.now() + FORGET_MS });
      for (const tab of getHeld(message)) {
        tab.position = message.place;
        void notifyAbout(tab);
      }
      return;
    }
    const editors = heard.get(alignment_id) ?? new Map<string, Heard>();
    heard.set(alignment_id, editors);
    if (message.says === 'here') {
      const editor = { tab, username, ...message.place };
      editors.set(toKey(message), { editor, until: performance.now() + FORGET_MS });
    } else {
      const [still] = getHeld(message);
      // The tab has another, newer stream.
      if (still) return void notifyAbout(still);
      editors.delete(toKey(message));
    }
    showFollowers(alignment_id);
  }

  function forgetOld(): void {
    const now = performance.now();
    for (const [key, { until }] of announced) if (until <= now) announced.delete(key);
    for (const [alignmentId, editors] of heard) {
      for (const [key, { until }] of editors) if (until <= now) editors.delete(key);
      if (editors.size === 0) heard.delete(alignmentId);
      showFollowers(alignmentId);
    }
  }

  listener.on(EDITORS_CHANNEL, (payload) => hear(JSON.parse(payload) as Message));
  const timer = setInterval(() => {
    for (const tab of held) void notifyAbout(tab);
    forgetOld();
  }, REPEAT_MS);
  timer.unref();

  return {
    /** Announces a tab's position. It counts while some server holds that tab's stream. */
    announce: (tab: Tab, position: Position): Promise<void> =>
      notify({ ...tab, says: 'at', place: position }),

    /**
     * Sends the list of editors, including this one, whenever it changes, until `signal` aborts. The tab counts as present
     * until then.
     */
    follow(tab: Tab, signal: AbortSignal, send: (editors: subtitles.Editor[]) => void): void {
      const present = { ...tab, position: announced.get(toKey(tab))?.position ?? FIRST_POSITION };
      const follower = { alignment_id: tab.alignment_id, sent: '', send };
      held.add(present);
      followers.add(follower);
      signal.addEventListener(
        'abort',
        () => {
          held.delete(present);
          followers.delete(follower);
          void notify({ ...tab, says: 'left' });
        },
        { once: true },
      );
      void notifyAbout(present);
    },

    close: () => clearInterval(timer),
  };
}
