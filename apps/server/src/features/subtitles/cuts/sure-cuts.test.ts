import { hashLine, parsePosition, subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { randomFrom } from '../../../testing/hostile/random.ts';
import { addAlignedVideo, fillAlignment, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();
const { db } = server.context;

type Account = { id: number; isOld: boolean };
type Nudge = { user: Account; line: number; start: number; end: number; hasPractised: boolean };

let accountCount = 0;

async function addAccounts(count: number, isOld: () => boolean): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let created = 0; created < count; created += 1) {
    accountCount += 1;
    const name = `account-${accountCount}`;
    const old = isOld();
    const { rows } = await db.execute<{ id: string }>(
      sql`insert into users (username, username_key, created_at)
        values (${name}, ${name}, now() - make_interval(hours => ${old ? 25 : 23})) returning id`,
    );
    accounts.push({ id: Number(rows[0]?.id), isOld: old });
  }
  return accounts;
}

async function addLines(count: number) {
  const { alignmentId, videoId } = await addAlignedVideo(admin);
  await fillAlignment(db, alignmentId, { count });
  const lines = (await listSegments(admin, alignmentId)).map((line) => ({
    id: line.id,
    start: parsePosition(line.start_time) as number,
    end: parsePosition(line.end_time) as number,
    hash: hashLine(line.text_original),
  }));
  return { alignmentId, videoId, lines };
}

type Lines = Awaited<ReturnType<typeof addLines>>;

async function addReports({ alignmentId, videoId, lines }: Lines, nudges: readonly Nudge[]): Promise<void> {
  const kinds = subtitles.REPORT_KINDS.slice(0, 3);
  for (const [index, { user, line, start, end, hasPractised }] of nudges.entries()) {
    const { start: start_ms, end: end_ms, hash } = lines[line] as Lines['lines'][number];
    // Also add earlier reports of other kinds, since only the last nudge counts.
    for (const [kindIndex, kind] of kinds.slice(0, 1 + (index % 3)).entries()) {
      const isLast = kindIndex === index % 3;
      await db.execute(
        sql`insert into line_reports (user_id, video_id, alignment_id, start_ms, end_ms, text_hash, text, kind, nudge_start_ms, nudge_end_ms, created_at)
          values (${user.id}, ${videoId}, ${alignmentId}, ${start_ms}, ${end_ms}, ${hash}, '', ${kind},
            ${isLast ? start : -999}, ${isLast ? end : 999}, now() - make_interval(mins => ${3 - kindIndex}))`,
      );
    }
    if (hasPractised)
      await db.execute(
        sql`insert into practised_lines (user_id, video_id, text_hash, start_ms)
          values (${user.id}, ${videoId}, ${hash}, ${start_ms + ((index * 700) % 4001) - 2000}) on conflict do nothing`,
      );
  }
}

const listCuts = async (id: number) => (await admin.call(subtitles.listCuts, { params: { id } })).cuts;

/** Computes the lines whose cuts are sure only because of learners, as documented. */
function computeSureLines({ lines }: Lines, nudges: readonly Nudge[]): number[] {
  const lineCountByUser = new Map<number, number>();
  const nudgesByLine = lines.map((_, line) => nudges.filter((nudge) => nudge.line === line));
  for (const list of nudgesByLine) {
    if (list.length < 3) continue;
    for (const { user } of list) lineCountByUser.set(user.id, (lineCountByUser.get(user.id) ?? 0) + 1);
  }
  if (Math.max(0, ...lineCountByUser.values()) > Math.max(1, Math.floor(lines.length / 5))) return [];
  const median = (values: number[]) => {
    const sorted = values.toSorted((a, b) => a - b);
    const half = sorted.length / 2;
    const [low, high] = [sorted[Math.ceil(half) - 1] ?? 0, sorted[Math.floor(half)] ?? 0];
    return (low + high) / 2;
  };
  return nudgesByLine.flatMap((list, line) => {
    const trusted = list.filter(({ user, hasPractised }) => user.isOld && hasPractised);
    if (trusted.length < 3) return [];
    const start = median(trusted.map((nudge) => nudge.start));
    const end = median(trusted.map((nudge) => nudge.end));
    return start <= 0 && end >= 0 && end - start >= 42 ? [line] : [];
  });
}

const SEEDS = Array.from({ length: 6 }, (_, seed) => seed + 1);
let sureCount = 0;

it.each(SEEDS)(
  'a cut is never sure if it shortens a line, or because of untrusted accounts (seed %d)',
  async (seed) => {
    const random = randomFrom(seed);
    const added = await addLines(3 + random.below(25));
    const accounts = await addAccounts(3 + random.below(9), () => random.chance(0.85));
    // Use even integers below the proposal's limits, since the database rounds halves.
    const nudge = (sign: number) => sign * 2 * random.below(400);
    const nudges = added.lines.flatMap((_, line) => {
      if (!random.chance(0.3)) return [];
      const mostlyLengthens = random.chance(0.6);
      return accounts
        .filter(() => random.chance(0.6))
        .map((user) => ({
          user,
          line,
          start: nudge(mostlyLengthens || random.chance(0.5) ? -1 : 1),
          end: nudge(mostlyLengthens || random.chance(0.5) ? 1 : -1),
          hasPractised: random.chance(0.9),
        }));
    });
    await addReports(added, nudges);
    const cuts = await listCuts(added.alignmentId);
    for (const { proposed, start_ms, end_ms } of cuts) {
      if (!proposed?.is_sure) continue;
      expect(proposed.start_ms).toBeLessThanOrEqual(start_ms);
      expect(proposed.end_ms).toBeGreaterThanOrEqual(end_ms);
    }
    const sureIds = cuts.flatMap(({ segment_id, proposed }) => (proposed?.is_sure ? [segment_id] : []));
    const expected = computeSureLines(added, nudges).map((line) => added.lines[line]?.id as number);
    // Fewer cuts may be sure, since proposals are clamped to the neighbours.
    expect(expected).toEqual(expect.arrayContaining(sureIds));
    expect(sureIds.length).toBeGreaterThanOrEqual(expected.length / 2);
    sureCount += sureIds.length;
  },
);

it('some cuts are sure because of learners', () => expect(sureCount).toBeGreaterThan(5));

it('a sure cut is the median of at least three trusted accounts', async () => {
  const added = await addLines(10);
  const [a, b, c, ...others] = await addAccounts(9, () => true);
  const createNudge = (user: Account | undefined, start: number, hasPractised: boolean) => ({
    user: user as Account,
    line: 4,
    start,
    end: 0,
    hasPractised,
  });
  await addReports(
    added,
    others.map((user) => createNudge(user, -900, false)),
  );
  expect((await listCuts(added.alignmentId))[0]?.proposed).toMatchObject({ is_sure: false });
  await addReports(added, [
    createNudge(a, -100, true),
    createNudge(b, -120, true),
    createNudge(c, -140, true),
  ]);
  const start_ms = (added.lines[4]?.start ?? 0) - 120;
  expect((await listCuts(added.alignmentId))[0]?.proposed).toMatchObject({ is_sure: true, start_ms });
});

it.each([
  [4, true],
  [5, false],
])('cuts reported by the same three accounts at %d of 20 lines are sure: %s', async (count, isSure) => {
  const added = await addLines(20);
  const accounts = await addAccounts(3, () => true);
  await addReports(
    added,
    accounts.flatMap((user) =>
      Array.from({ length: count }, (_, line) => ({ user, line, start: -200, end: 200, hasPractised: true })),
    ),
  );
  const cuts = await listCuts(added.alignmentId);
  expect(cuts.map(({ proposed }) => proposed?.is_sure)).toEqual(Array(count).fill(isSure));
});

it('an account counts once in a cut’s weight, even with reports of several kinds', async () => {
  const added = await addLines(20);
  const [first, second] = await addAccounts(2, () => true);
  await addReports(added, [{ user: first as Account, line: 3, start: -100, end: 0, hasPractised: false }]);
  await db.execute(
    sql`insert into line_reports (user_id, video_id, start_ms, end_ms, text_hash, text, kind)
      select ${second?.id}, ${added.videoId}, ${added.lines[1]?.start}, ${added.lines[1]?.end}, ${added.lines[1]?.hash}, '', kind
      from unnest(array['starts_late', 'ends_early', 'ends_late', 'wrong_text', 'two_lines']) as kind`,
  );
  expect(await listCuts(added.alignmentId)).toMatchObject([
    { segment_id: added.lines[3]?.id, learners: 1, weight: 100 },
    { segment_id: added.lines[1]?.id, learners: 1, weight: 40 },
  ]);
});
