import { randomBytes } from 'node:crypto';
import { hashLine, makeAttemptId, practice, TIME_ZONE_HEADER } from '@sayback/contract';
import { decodeJwt } from 'jose';
import { afterEach, expect, it, vi } from 'vitest';
import { clientFor, signIn } from '../../../testing/client.ts';
import { addAlignedVideo, fillAlignment } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer({ RATE_LIMIT_FACTOR: '1000' });
afterEach(() => void vi.useRealTimers());

/** A week from Thursday to Wednesday. In Europe its Sunday has 25 hours. */
const DAYS = [
  '2026-10-22',
  '2026-10-23',
  '2026-10-24',
  '2026-10-25',
  '2026-10-26',
  '2026-10-27',
  '2026-10-28',
];
const LINES = 4;
const MINUTE_MS = 60_000;

/** Time zones, with their offsets in minutes at the start and end of each day. */
const ZONES = [
  {
    zone: 'Europe/Madrid',
    offsets: [120, 120, 120, 120, 60, 60, 60],
    lateOffsets: [120, 120, 120, 60, 60, 60, 60],
  },
  { zone: 'America/Bogota', offsets: Array(7).fill(-300), lateOffsets: Array(7).fill(-300) },
];

const addDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 1440 * MINUTE_MS).toISOString().slice(0, 10);

/** Signs in a learner. Returns a function that sets the time and returns a client with that time zone. */
async function addLearner(zone: string) {
  const { id: user_id, token } = await signIn(server);
  const session_id = Number(decodeJwt(token).sid);
  return async (localTime: string, offset: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${localTime}Z`) - offset * MINUTE_MS });
    const { call } = clientFor(server.app, await server.context.tokens.sign({ user_id, session_id }));
    const headers = { [TIME_ZONE_HEADER]: zone };
    return {
      call,
      today: () => call(practice.getToday, { headers }),
      waiting: async () => (await call(practice.getQueue, { headers })).lines,
    };
  };
}

it.each(ZONES)(
  'lines are due and practice counts on local days in $zone',
  async ({ zone, offsets, lateOffsets }) => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(server.context.db, alignmentId, { count: LINES });
    const createLine = (line: number) => ({ start_ms: line * 3000, text_hash: hashLine(`Line ${line}`) });
    const all = Array.from({ length: LINES }, (_, line) => line);
    const visitAt = await addLearner(zone);
    type Visit = Awaited<ReturnType<typeof visitAt>>;

    /** Says and reviews the lines, one a minute until now. Returns the local day on which each is due next. */
    async function review(
      { call }: Visit,
      lines: number[],
      utc_offset: number,
    ): Promise<Map<number, string>> {
      const createId = (n: number) => makeAttemptId(Date.now() - n * MINUTE_MS, randomBytes(10));
      const said = lines.map((line, n) => ({ ...createLine(line), video_id: videoId, id: createId(n) }));
      const attempts = said.map((take) => ({ ...take, what: 'said' as const, voiced_ms: 2000 }));
      const reviews = said.map((take) => ({
        ...take,
        skill: 'say' as const,
        grade: 'good' as const,
        utc_offset,
      }));
      expect(await call(practice.saveAttempts, { body: { attempts } })).toMatchObject({
        counted: lines.length,
      });
      const saved = await call(practice.saveReviews, { body: { reviews } });
      expect(saved).toMatchObject({ counted: lines.length, refused: [] });
      return new Map(saved.due.map(({ day }, n) => [lines[n] as number, day ?? '']));
    }
    const listLineNumbers = (queue: practice.QueuedLine[]) =>
      queue.map(({ start_ms }) => start_ms / 3000).sort();

    // The last minutes before the first midnight.
    const first = await visitAt(`${DAYS[0]}T23:59:00`, lateOffsets[0] ?? 0);
    for (const line of all)
      await first.call(practice.markLine, {
        params: { id: videoId },
        body: { ...createLine(line), starred: true },
      });
    expect(await first.today()).toMatchObject({ waiting: LINES, fresh: LINES, done: 0 });
    const due = await review(first, all, lateOffsets[0] ?? 0);
    expect(await first.today()).toMatchObject({ waiting: 0, fresh: 0, done: LINES });
    const done = new Map([[DAYS[0], LINES]]);

    for (const [n, day] of DAYS.entries()) {
      if (n === 0) continue;
      const expected = all.filter((line) => (due.get(line) ?? '') <= day);
      // The lines aren't due yet in the last minute of the day before.
      const before = await visitAt(`${DAYS[n - 1]}T23:59:30`, lateOffsets[n - 1] ?? 0);
      expect(await before.today()).toMatchObject({ waiting: 0 });
      const early = await visitAt(`${day}T00:05:00`, offsets[n] ?? 0);
      const queue = await early.waiting();
      expect({ day, lines: listLineNumbers(queue) }).toEqual({ day, lines: expected });
      expect(await early.today()).toMatchObject({ waiting: expected.length, done: 0 });
      if (expected.length === 0) continue;
      // Each line is due again after the number of days on its button.
      const next = await review(early, expected, offsets[n] ?? 0);
      for (const { start_ms, intervals } of queue)
        expect(next.get(start_ms / 3000)).toBe(addDays(day, intervals.good));
      for (const [line, dueDay] of next) due.set(line, dueDay);
      done.set(day, expected.length);
      expect(await early.today()).toMatchObject({ waiting: 0, done: expected.length });
    }
    expect(done.size).toBeGreaterThan(1);

    const last = await visitAt(`${DAYS.at(-1)}T23:59:30`, lateOffsets.at(-1) ?? 0);
    const { days } = await last.today();
    expect(days).toEqual(
      DAYS.map((day) => {
        const count = done.get(day) ?? 0;
        return { day, minutes: count, spoken_ms: 2000 * count, said: count, written: 0, recalled: count };
      }),
    );
    const next = await visitAt(`${addDays(DAYS.at(-1) ?? '', 1)}T00:00:30`, offsets.at(-1) ?? 0);
    expect((await next.today()).days.map(({ day }) => day)).toEqual([
      ...DAYS.slice(1),
      addDays(DAYS.at(-1) ?? '', 1),
    ]);
  },
);
