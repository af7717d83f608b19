import { type LineIdentity, practice, SAME_LINE_MS } from '@sayback/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../api/call.ts';
import { pageAccount } from '../../../api/page-account.ts';
import { invalidate, queryKeyFor } from '../../../api/query.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import type { PracticeSession } from '../practice-session.ts';
import { buildLineIdentity } from '../queries.ts';
import type { UnsentMarks } from '../unsent/unsent-storage.ts';
import { listUnsentMarks, saveMarks } from './marks.ts';

export type Marks = practice.LineMarks;

/** A line with its marks, the first day on which one of its cards is due, and whether its last take had a hint. */
export type RememberedLine = Marks & { dueDay: string | null; isWaiting: boolean; hasHint: boolean };

const MUTATION_KEY = ['marks'];

const UNKNOWN_LINE: RememberedLine = {
  starred: false,
  hard: false,
  suspended: false,
  dueDay: null,
  isWaiting: false,
  hasHint: false,
};

const isSame = (a: LineIdentity, b: LineIdentity) =>
  a.text_hash === b.text_hash && Math.abs(a.start_ms - b.start_ms) <= SAME_LINE_MS;

/** Returns a date's day in the device's time zone, such as '2026-11-24'. */
export function toLocalDay(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Returns a function that finds a line's marks, due day and hint. A line of several segments is found by its first one. */
export function createMemoryFinder(
  { loaded }: Pick<PracticeSession, 'loaded'>,
  memory: practice.LineMemory | undefined,
  today: string,
): (line: PracticeLine) => RememberedLine {
  const linesByHash = groupByHash(memory?.lines.filter(({ gone }) => !gone) ?? []);
  const hintsByHash = groupByHash(memory?.hints ?? []);
  // Precomputed: the list of lines looks up all of them on each keystroke in its search.
  const rememberedLines = new Map(
    loaded.map((segment) => {
      const identity = buildLineIdentity(segment);
      const isSameLine = (line: LineIdentity) => isSame(line, identity);
      const hasHint = hintsByHash.get(identity.text_hash)?.some(isSameLine) ?? false;
      const line = linesByHash.get(identity.text_hash)?.find(isSameLine);
      return [segment, line || hasHint ? describe(line, hasHint, today) : UNKNOWN_LINE];
    }),
  );
  return ({ position }) => {
    const segment = loaded[position];
    return (segment && rememberedLines.get(segment)) ?? UNKNOWN_LINE;
  };
}

function groupByHash<Line extends LineIdentity>(lines: readonly Line[]): Map<number, Line[]> {
  const groups = new Map<number, Line[]>();
  for (const line of lines) {
    const group = groups.get(line.text_hash);
    if (group) group.push(line);
    else groups.set(line.text_hash, [line]);
  }
  return groups;
}

function describe(
  line: practice.LineMemory['lines'][number] | undefined,
  hasHint: boolean,
  today: string,
): RememberedLine {
  if (!line) return { ...UNKNOWN_LINE, hasHint };
  const { starred, hard, suspended, due } = line;
  const [dueDay = null] = [due.say, due.write].filter((day) => day !== null).sort();
  const isWaiting = !suspended && dueDay !== null && dueDay <= today;
  return { starred, hard, suspended, dueDay, isWaiting, hasHint };
}

/** Returns a function that finds a remembered line, and one that marks a line: at once here, then on the server. */
export function useLineMemory(videoId: number, session: PracticeSession) {
  const client = useQueryClient();
  const { alignmentId } = session;
  const account = pageAccount() ?? '';
  const input = { params: { id: videoId }, query: { alignment: String(alignmentId) } };
  const query = queryOptions({
    queryKey: queryKeyFor(practice.listLineMemory, input, 'with unsent marks'),
    queryFn: async ({ signal }) =>
      listUnsentMarks(account, videoId).reduce(
        withMarks,
        await call(practice.listLineMemory, { ...input, signal }),
      ),
  });
  const { data } = useQuery(query);
  const today = toLocalDay(new Date());
  const find = useMemo(() => createMemoryFinder(session, data, today), [session, data, today]);
  const { mutate } = useMutation({
    mutationKey: MUTATION_KEY,
    // Offline, marks are stored until they can be sent.
    networkMode: 'always',
    mutationFn: (marks: UnsentMarks) => saveMarks(account, marks),
    onMutate: async (marks) => {
      // Its response would revert the new marks.
      await client.cancelQueries({ queryKey: query.queryKey });
      client.setQueryData(query.queryKey, (before) => before && withMarks(before, marks));
    },
    onSettled: async () => {
      const isLast = client.isMutating({ mutationKey: MUTATION_KEY }) === 1;
      if (isLast)
        await Promise.all([
          invalidate(client, practice.listLineMemory),
          invalidate(client, practice.getToday),
        ]);
    },
  });
  return {
    find,
    mark(line: PracticeLine, marks: Partial<Marks>): void {
      const segment = session.loaded[line.position];
      if (segment) mutate({ video_id: videoId, ...buildLineIdentity(segment), ...marks });
    },
  };
}

export type LineMemory = ReturnType<typeof useLineMemory>;

function withMarks(
  before: practice.LineMemory,
  { start_ms, text_hash, video_id: _, ...marks }: UnsentMarks,
): practice.LineMemory {
  const line = { start_ms, text_hash };
  const isKnown = before.lines.some((known) => isSame(known, line));
  const { starred, hard, suspended } = UNKNOWN_LINE;
  const added = { ...line, starred, hard, suspended, text: '', gone: false, due: { say: null, write: null } };
  const lines = isKnown ? before.lines : [...before.lines, added];
  return { ...before, lines: lines.map((known) => (isSame(known, line) ? { ...known, ...marks } : known)) };
}
