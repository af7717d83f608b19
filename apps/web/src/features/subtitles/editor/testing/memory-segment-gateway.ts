import { type SegmentGateway, StaleSegment } from '../model/segment-gateway.ts';
import type { Segment } from '../model/unsaved.ts';
import { segment } from './segments.ts';

/** A server's alignment in memory: it checks versions, assigns ids to inserted segments, and applies all changes or none. */
export function createMemorySegmentGateway(start: readonly Segment[]) {
  let stored = [...start];
  let lastId = Math.max(0, ...start.map(({ id }) => id)) + 100;
  let failure: Error | null = null;
  let gate: Promise<void> | null = null;

  const getPlace = (id: number) => stored.findIndex((other) => other.id === id);
  const makeId = () => {
    lastId += 1;
    return lastId;
  };

  async function enter(): Promise<void> {
    await gate;
    if (failure) throw failure;
  }

  const gateway: SegmentGateway = {
    async change(changes, toVersionKey) {
      await enter();
      const before = stored;
      stored = [...stored];
      try {
        return changes.map((change): Segment | null => {
          if (change.op === 'insert') {
            if (change.after !== null && getPlace(change.after) < 0) throw new Error('no such segment');
            const created = segment(makeId(), { confidence: 1, edited: true, ...change.fields });
            stored.splice(change.after === null ? 0 : getPlace(change.after) + 1, 0, created);
            return created;
          }
          const position = getPlace(change.id);
          const current = stored[position];
          if (!current) throw new Error('no such segment');
          const version = toVersionKey(change.id);
          if (version !== undefined && version !== current.version) throw new StaleSegment(current);
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
    async insert(position) {
      await enter();
      const created = segment(makeId(), { text_original: '', text_target: '', edited: true });
      stored = [...stored.slice(0, position), created, ...stored.slice(position)];
      return created;
    },
    async read(ids) {
      await enter();
      return stored.filter(({ id }) => ids.includes(id));
    },
    readCues: async () => ({ original: [], target: [] }),
    async readAll() {
      await enter();
      return stored;
    },
  };
  return {
    gateway,
    stored: () => stored,
    texts: () => stored.map(({ text_target }) => text_target),
    /** Simulates someone else's save. */
    changeElsewhere(id: number, fields: Partial<Segment>): void {
      stored = stored.map((other) =>
        other.id === id ? { ...other, ...fields, version: other.version + 1 } : other,
      );
    },
    deleteElsewhere(id: number): void {
      stored = stored.filter((other) => other.id !== id);
    },
    fail(error: Error | null): void {
      failure = error;
    },
    /** Delays all responses until the returned function is called. */
    hold(): () => void {
      let open = () => {};
      gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      return () => {
        gate = null;
        open();
      };
    },
  };
}
