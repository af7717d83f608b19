import { practice, readAttemptTime } from '@sayback/contract';
import type { z } from 'zod';
import { mustExist, unavailable } from '../../../errors/app-error.ts';
import { mapInSlices } from '../../../http/in-slices.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { withQuota } from '../../../security/with-quota.ts';
import type { RateLimits } from '../../accounts/index.ts';
import { OLDEST_MS, readableId } from '../attempts/save-attempts.ts';
import { findLine } from '../memory/find-line.ts';
import type { CardChange, CardWriter, LogEntry, MemoryReader, StoredMemory } from './card-store.ts';
import { type CardKey, isoDay, replay } from './schedule.ts';

/** Tolerance for a fast clock. Beyond it, reviews would come after those of other devices. */
const AHEAD_MS = 10 * 60_000;
/** Maximum number of attempts: if two devices or servers change a card at once, one retries. */
const ATTEMPTS = 10;
/** Computing a card's whole log takes up to 4 ms. */
const CARDS_PER_SLICE = 3;

export type ReviewDeps = {
  read: MemoryReader;
  write: CardWriter;
  limits: RateLimits;
};

type Reviewed = z.output<typeof practice.review> & { at: number };
type Saved = Required<z.input<typeof practice.saveReviews.response>>;
/** `due_day`: the stored card's; `log`: its stored reviews; `ids`: its reviews in the call, new or not. */
type Planned = CardChange & { due_day: number | null; log: readonly LogEntry[]; ids: string[] };

const getName = ({ video_id, text_hash, start_ms, skill }: CardKey) =>
  `${video_id} ${text_hash} ${start_ms} ${skill}`;
const getDay = (due: number | null | undefined) => (typeof due === 'number' ? isoDay(due) : null);

/** Groups reviews by card. Cards with new reviews get the state computed from their whole log. */
async function planCards(
  reviews: readonly Reviewed[],
  stored: StoredMemory,
): Promise<Pick<Saved, 'refused'> & { cards: Planned[] }> {
  const refused: Saved['refused'] = [];
  const nameById = new Map(stored.known.map((row) => [row.id, getName(row)]));
  const logs = Map.groupBy(stored.log, getName);
  const cards = new Map<string, Planned>();
  for (const review of reviews) {
    const { id, video_id, text_hash, skill, at } = review;
    const isOpen = stored.open.includes(video_id);
    const line = isOpen && findLine(review, stored);
    if (!line) {
      refused.push({ id, reason: isOpen ? 'no_line' : 'no_video' });
      continue;
    }
    const key = { video_id, text_hash, start_ms: line.start_ms, skill };
    const name = getName(key);
    const log = logs.get(name) ?? [];
    const present = stored.cards.find((card) => getName(card) === name);
    const card: Planned = cards.get(name) ?? {
      key,
      line: line.segment && { line_ms: line.segment.start_ms, text: line.segment.text_original },
      version: present?.version ?? 0,
      due_day: present?.due_day ?? null,
      state: null,
      added: [],
      undone: [],
      ids: [],
      log,
    };
    const isKnown = nameById.has(id);
    if (isKnown && nameById.get(id) !== name) refused.push({ id, reason: 'invalid' });
    else if (!isKnown && log.length + card.added.length >= practice.MAX_REVIEWS) {
      refused.push({ id, reason: 'full' });
    } else {
      nameById.set(id, name);
      cards.set(name, card);
      card.ids.push(id);
      if (!isKnown) card.added = [...card.added, { ...review, ...key, at }];
    }
  }
  const replayed = (card: Planned) =>
    replay(card.key, [...card.log.filter(({ undone }) => !undone), ...card.added]);
  const planned = await mapInSlices(
    [...cards.values()],
    (card) => ({ ...card, state: card.added.length > 0 ? replayed(card) : null }),
    CARDS_PER_SLICE,
  );
  return { refused, cards: planned };
}

/** Saves reviews that may count; `first` is the data read for them. Throws a 503 if the same cards keep changing. */
async function saveLikely(
  { read, write }: ReviewDeps,
  viewer: Viewer,
  reviews: readonly Reviewed[],
  first: StoredMemory,
) {
  const saved: Saved = { counted: 0, refused: [], due: [] };
  let left = reviews;
  for (let attempt = 0; left.length > 0; attempt += 1) {
    if (attempt === ATTEMPTS) throw unavailable('practice.busyCards');
    const { cards, refused } = await planCards(left, attempt === 0 ? first : await read(viewer, left));
    saved.refused.push(...refused);
    const changed = cards.filter(({ added }) => added.length > 0);
    const written = changed.length > 0 ? (await write(viewer.id, changed)).map(getName) : [];
    const done = cards.filter(({ key, added }) => added.length === 0 || written.includes(getName(key)));
    for (const card of done) {
      saved.counted += card.added.length;
      const day = getDay(card.added.length > 0 ? card.state?.due_day : card.due_day);
      saved.due.push(...[...new Set(card.ids)].map((id) => ({ id, day })));
    }
    const ids = new Set([...refused.map(({ id }) => id), ...done.flatMap((card) => card.ids)]);
    left = left.filter(({ id }) => !ids.has(id));
  }
  return saved;
}

type Batch = {
  /** Null for elements that aren't reviews. */
  reviews: readonly (z.output<typeof practice.review> | null)[];
  /** The same elements, as received. */
  received: readonly unknown[];
};

/** Counts each review once, by its id, in any order. Invalid ones are refused individually. */
export async function saveReviews(
  deps: ReviewDeps,
  viewer: Viewer,
  { reviews, received }: Batch,
): Promise<Saved> {
  const now = Date.now();
  const likely: Reviewed[] = [];
  const refused: Saved['refused'] = [];
  for (const [index, review] of reviews.entries()) {
    const at = review ? readAttemptTime(review.id) : 0;
    if (!review) {
      refused.push(...readableId(received[index]).map((id) => ({ id, reason: 'invalid' as const })));
    } else if (at > now + AHEAD_MS) refused.push({ id: review.id, reason: 'future' });
    else if (at < now - OLDEST_MS) refused.push({ id: review.id, reason: 'too_old' });
    else likely.push({ ...review, at });
  }
  const quota = [practice.REVIEWS_PER_DAY, String(viewer.id)] as const;
  return withQuota(deps.limits, quota, deps.limits.takeUpTo(...quota, likely.length), async (taken) => {
    const [granted, stored] = await Promise.all([taken, deps.read(viewer, likely)]);
    refused.push(...likely.slice(granted).map(({ id }) => ({ id, reason: 'tomorrow' as const })));
    const saved = await saveLikely(deps, viewer, likely.slice(0, granted), stored);
    return { ...saved, refused: [...refused, ...saved.refused] };
  });
}

/** Undoes a review. Returns its card's new due date. Throws a 404 if the learner has no such review. */
export async function undoReview(
  { read, write }: Pick<ReviewDeps, 'read' | 'write'>,
  viewer: Viewer,
  id: string,
): Promise<{ day: string | null }> {
  const at = readAttemptTime(id);
  const nowhere = { video_id: 0, text_hash: 0, start_ms: 0 };
  // An id can contain a time outside PostgreSQL's timestamps.
  const isPossible = at <= Date.now() + AHEAD_MS;
  const found = isPossible ? (await read(viewer, [{ ...nowhere, id, at }])).known[0] : undefined;
  const { id: _, ...key } = mustExist(found, 'practice.noReview');
  const name = getName(key);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stored = await read(viewer, [key]);
    const log = stored.log.filter((entry) => getName(entry) === name && entry.id !== id && !entry.undone);
    const version = stored.cards.find((card) => getName(card) === name)?.version ?? 0;
    const change = { key, version, state: replay(key, log), added: [], undone: [{ id, at }] };
    if ((await write(viewer.id, [change])).length > 0) return { day: getDay(change.state?.due_day) };
  }
  throw unavailable('practice.busyCards');
}
