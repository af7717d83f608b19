import { type SegmentGateway, StaleSegmentError } from '../model/segment-gateway.ts';
import type { Segment } from '../model/unsaved.ts';
import { insertBetween } from './insert-between.ts';
import { segment } from './segments.ts';

/** Creates a gateway to an alignment in memory. It checks versions, assigns ids, and applies all changes or none. */
export function createMemorySegmentGateway(initialSegments: readonly Segment[]) {
  let stored = [...initialSegments];
  let lastId = Math.max(0, ...initialSegments.map(({ id }) => id)) + 100;
  let failure: Error | null = null;
  let pause: Promise<void> | null = null;

  const findPosition = (id: number) => stored.findIndex((row) => row.id === id);
  const createId = () => {
    lastId += 1;
    return lastId;
  };

  async function waitForResponse(): Promise<void> {
    await pause;
    if (failure) throw failure;
  }

  const gateway: SegmentGateway = {
    async change(changes, baseVersion) {
      await waitForResponse();
      const before = stored;
      stored = [...stored];
      try {
        return changes.map((change): Segment | null => {
          if (change.op === 'insert') {
            if (change.after !== null && findPosition(change.after) < 0) throw new Error('no such segment');
            const created = segment(createId(), { confidence: 1, edited: true, ...change.fields });
            stored.splice(change.after === null ? 0 : findPosition(change.after) + 1, 0, created);
            return created;
          }
          const position = findPosition(change.id);
          const current = stored[position];
          if (!current) throw new Error('no such segment');
          const version = baseVersion(change.id);
          if (version !== undefined && version !== current.version) throw new StaleSegmentError(current);
          if (change.op === 'delete') {
            stored.splice(position, 1);
            return null;
          }
          const next = { ...current, edited: true, ...change.fields, version: current.version + 1 };
          const isTyped = next.text_target !== current.text_target && change.fields.origin === undefined;
          stored[position] = {
            ...next,
            approved: next.approved && !next.mismatch,
            ...(isTyped && { origin: 'person' as const }),
          };
          return stored[position];
        });
      } catch (error) {
        stored = before;
        throw error;
      }
    },
    async insert(_position, after) {
      await waitForResponse();
      const empty = segment(createId(), { text_original: '', text_target: '', edited: true });
      const { shortened, created, ...inserted } = insertBetween(stored, findPosition(after) + 1, empty);
      ({ stored } = inserted);
      return { created, shortened };
    },
    async fetch(ids) {
      await waitForResponse();
      return stored.filter(({ id }) => ids.includes(id));
    },
    fetchCues: async () => ({ original: [], target: [] }),
    async fetchAll() {
      await waitForResponse();
      return stored;
    },
  };
  return {
    gateway,
    stored: () => stored,
    texts: () => stored.map(({ text_target }) => text_target),
    /** Simulates someone else's save. */
    changeElsewhere(id: number, fields: Partial<Segment>): void {
      stored = stored.map((segment) =>
        segment.id === id ? { ...segment, ...fields, version: segment.version + 1 } : segment,
      );
    },
    /** Simulates someone else's insert. */
    insertElsewhere(position: number): void {
      ({ stored } = insertBetween(stored, position, segment(createId())));
    },
    deleteElsewhere(id: number): void {
      stored = stored.filter((segment) => segment.id !== id);
    },
    fail(error: Error | null): void {
      failure = error;
    },
    /** Delays all responses until the returned function is called. */
    delayResponses(): () => void {
      let release = () => {};
      pause = new Promise<void>((resolve) => {
        release = resolve;
      });
      return () => {
        pause = null;
        release();
      };
    },
  };
}
