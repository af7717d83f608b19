import { practice, readAttemptTime } from '@sayback/contract';
import type { z } from 'zod';
import { mustExist, unavailable } from '../../../errors/app-error.ts';
import { mapInSlices } from '../../../http/in-slices.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { withQuota } from '../../../security/with-quota.ts';
import type { RateLimits } from '../../accounts/index.ts';
import { listReadableId, MAX_AGE_MS } from '../attempts/save-attempts.ts';
import { findLine } from '../memory/find-line.ts';
import type { CardChange, CardWriter, LogEntry, MemoryReader, StoredMemory } from './card-store.ts';
import { type CardKey, formatDay, replay } from './schedule.ts';

/** Tolerance for a fast clock. With a larger one, reviews would come after later ones of other devices. */
const MAX_AHEAD_MS = 10 * 60_000;
/** Maximum number of attempts, since concurrent changes of a card have to be retried. */
const ATTEMPTS = 10;
/** Computing a card from its log takes up to 4 ms. */
const CARDS_PER_SLICE = 3;

export type ReviewDeps = {
  read: MemoryReader;
  write: CardWriter;
  limits: RateLimits;
};

type Reviewed = z.output<typeof practice.review> & { at: number };
type Saved = Required<z.input<typeof practice.saveReviews.response>>;
/** `due_day` and `log` are those of the stored card; `ids` are its reviews in the call, new or not. */
type PlannedCard = CardChange & { due_day: number | null; log: readonly LogEntry[]; ids: string[] };

const cardName = ({ video_id, text_hash, start_ms, skill }: CardKey) =>
  `${video_id} ${text_hash} ${start_ms} ${skill}`;
const formatDueDay = (due: number | null | undefined) => (typeof due === 'number' ? formatDay(due) : null);

/** Groups reviews by card. Cards with new reviews get the state computed from their whole log. */
async function planCards(
  reviews: readonly Reviewed[],
  stored: StoredMemory,
): Promise<Pick<Saved, 'refused'> & { cards: PlannedCard[] }> {
  const refused: Saved['refused'] = [];
  const nameById = new Map(stored.known.map((row) => [row.id, cardName(row)]));
  const logs = Map.groupBy(stored.log, cardName);
  const cards = new Map<string, PlannedCard>();
  for (const review of reviews) {
    const { id, video_id, text_hash, skill, at } = review;
    const isOpen = stored.open.includes(video_id);
    const line = isOpen && findLine(review, stored);
    if (!line) {
      refused.push({ id, reason: isOpen ? 'no_line' : 'no_video' });
      continue;
    }
    const key = { video_id, text_hash, start_ms: line.start_ms, skill };
    const name = cardName(key);
    const log = logs.get(name) ?? [];
    const storedCard = stored.cards.find((card) => cardName(card) === name);
    const card: PlannedCard = cards.get(name) ?? {
      key,
      line: line.segment && { line_ms: line.segment.start_ms, text: line.segment.text_original },
      version: storedCard?.version ?? 0,
      due_day: storedCard?.due_day ?? null,
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
  const computeState = (card: PlannedCard) =>
    replay(card.key, [...card.log.filter(({ undone }) => !undone), ...card.added]);
  const planned = await mapInSlices(
    [...cards.values()],
    (card) => ({ ...card, state: card.added.length > 0 ? computeState(card) : null }),
    CARDS_PER_SLICE,
  );
  return { refused, cards: planned };
}

/** Saves valid reviews, with the data already read for them. Throws a 503 if their cards change at each attempt. */
async function saveValid(
  { read, write }: ReviewDeps,
  viewer: Viewer,
  reviews: readonly Reviewed[],
  initiallyStored: StoredMemory,
) {
  const saved: Saved = { counted: 0, refused: [], due: [] };
  let remaining = reviews;
  for (let attempt = 0; remaining.length > 0; attempt += 1) {
    if (attempt === ATTEMPTS) throw unavailable('practice.busyCards');
    const { cards, refused } = await planCards(
      remaining,
      attempt === 0 ? initiallyStored : await read(viewer, remaining),
    );
    saved.refused.push(...refused);
    const changed = cards.filter(({ added }) => added.length > 0);
    const written = changed.length > 0 ? (await write(viewer.id, changed)).map(cardName) : [];
    const done = cards.filter(({ key, added }) => added.length === 0 || written.includes(cardName(key)));
    for (const card of done) {
      saved.counted += card.added.length;
      const day = formatDueDay(card.added.length > 0 ? card.state?.due_day : card.due_day);
      saved.due.push(...[...new Set(card.ids)].map((id) => ({ id, day })));
    }
    const ids = new Set([...refused.map(({ id }) => id), ...done.flatMap((card) => card.ids)]);
    remaining = remaining.filter(({ id }) => !ids.has(id));
  }
  return saved;
}

type Batch = {
  /** Null for elements that aren't reviews. */
  reviews: readonly (z.output<typeof practice.review> | null)[];
  /** The same elements, as received. */
  received: readonly unknown[];
};

/** Saves reviews in any order. Counts each id once, and refuses invalid reviews individually. */
export async function saveReviews(
  deps: ReviewDeps,
  viewer: Viewer,
  { reviews, received }: Batch,
): Promise<Saved> {
  const now = Date.now();
  const valid: Reviewed[] = [];
  const refused: Saved['refused'] = [];
  for (const [index, review] of reviews.entries()) {
    const at = review ? readAttemptTime(review.id) : 0;
    if (!review) {
      refused.push(...listReadableId(received[index]).map((id) => ({ id, reason: 'invalid' as const })));
    } else if (at > now + MAX_AHEAD_MS) refused.push({ id: review.id, reason: 'future' });
    else if (at < now - MAX_AGE_MS) refused.push({ id: review.id, reason: 'too_old' });
    else valid.push({ ...review, at });
  }
  const quota = [practice.REVIEWS_PER_DAY, String(viewer.id)] as const;
  return withQuota(deps.limits, quota, deps.limits.takeUpTo(...quota, valid.length), async (taken) => {
    const [granted, stored] = await Promise.all([taken, deps.read(viewer, valid)]);
    refused.push(...valid.slice(granted).map(({ id }) => ({ id, reason: 'tomorrow' as const })));
    const saved = await saveValid(deps, viewer, valid.slice(0, granted), stored);
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
  const anyLine = { video_id: 0, text_hash: 0, start_ms: 0 };
  // An id can contain a time that PostgreSQL can't represent.
  const isValidTime = at <= Date.now() + MAX_AHEAD_MS;
  const review = isValidTime ? (await read(viewer, [{ ...anyLine, id, at }])).known[0] : undefined;
  const { id: _, ...key } = mustExist(review, 'practice.noReview');
  const name = cardName(key);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stored = await read(viewer, [key]);
    const log = stored.log.filter((entry) => cardName(entry) === name && entry.id !== id && !entry.undone);
    const version = stored.cards.find((card) => cardName(card) === name)?.version ?? 0;
    const change = { key, version, state: replay(key, log), added: [], undone: [{ id, at }] };
    if ((await write(viewer.id, [change])).length > 0) return { day: formatDueDay(change.state?.due_day) };
  }
  throw unavailable('practice.busyCards');
}
