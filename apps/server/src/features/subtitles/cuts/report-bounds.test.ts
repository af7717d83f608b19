import { subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { signIn } from '../../../testing/client.ts';
import { randomFrom } from '../../../testing/hostile/random.ts';
import { addAlignedVideo, fillAlignment, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();
const MAX_OPEN = subtitles.OPEN_REPORTS.max;
const MAX_PER_DAY = subtitles.REPORTS_PER_DAY.max;

async function addLongVideo() {
  const { alignmentId, videoId } = await addAlignedVideo(admin);
  await fillAlignment(server.context.db, alignmentId, { count: 60 });
  return { videoId, lines: (await listSegments(admin, alignmentId)).map(({ id }) => id) };
}

async function countOpen(userId: number, videoId: number) {
  const { rows } = await server.context.db.execute<{ count: number }>(
    sql`select count(*)::int from line_reports where user_id = ${userId} and video_id = ${videoId} and state = 'open'`,
  );
  return rows[0]?.count;
}

it.each([1, 2])(
  'a learner has at most a hundred open reports per video, also with concurrent calls (seed %d)',
  async (seed) => {
    const random = randomFrom(seed);
    const { videoId, lines } = await addLongVideo();
    const learner = await signIn(server);
    const all = lines
      .flatMap((id) => subtitles.REPORT_KINDS.slice(0, 2).map((kind) => ({ id, kind })))
      .map((report) => ({ report, order: random.below(1e6) }))
      .sort((a, b) => a.order - b.order)
      .map(({ report }) => report);
    const report = ({ id, kind }: (typeof all)[number]) =>
      learner.try(subtitles.reportLine, { params: { id }, body: { kind } });
    // One account can have this many calls in flight.
    const statuses: number[] = [];
    for (let start = 0; start < all.length; start += 20) {
      const responses = await Promise.all(all.slice(start, start + 20).map(report));
      statuses.push(...responses.map(({ statusCode }) => statusCode));
    }
    expect(statuses.filter((status) => status === 204)).toHaveLength(MAX_OPEN);
    expect(statuses.filter((status) => status === 409)).toHaveLength(all.length - MAX_OPEN);
    expect(await countOpen(learner.id, videoId)).toBe(MAX_OPEN);

    // A learner at the limit can change an existing report, and report lines of other videos.
    const accepted = all[statuses.indexOf(204)] as (typeof all)[number];
    const refused = all[statuses.indexOf(409)] as (typeof all)[number];
    expect((await report(accepted)).statusCode).toBe(204);
    const [otherLine] = (await addLongVideo()).lines as [number];
    expect((await report({ id: otherLine, kind: 'wrong_text' })).statusCode).toBe(204);
    expect((await report(refused)).json()).toEqual({
      detail: `You have ${MAX_OPEN} reports open in this video. Wait until somebody has looked at them, or take one back.`,
    });
    await learner.call(subtitles.withdrawReport, { params: { id: accepted.id } });
    expect((await report(refused)).statusCode).toBe(204);
  },
);

it('a learner makes at most 200 reports a day, also with concurrent calls', async () => {
  const learner = await signIn(server);
  const statuses: number[] = [];
  for (let video = 0; video < 3; video += 1) {
    const { lines } = await addLongVideo();
    const kinds = subtitles.REPORT_KINDS.slice(0, 2);
    const all = lines.flatMap((id) => kinds.map((kind) => ({ id, kind }))).slice(0, MAX_OPEN - 10);
    for (let start = 0; start < all.length; start += 15) {
      const responses = await Promise.all(
        all
          .slice(start, start + 15)
          .map(({ id, kind }) => learner.try(subtitles.reportLine, { params: { id }, body: { kind } })),
      );
      for (const { statusCode, headers } of responses) {
        statuses.push(statusCode);
        if (statusCode === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
    }
    // Changing a report doesn't add one.
    const [same] = all as [{ id: number; kind: subtitles.ReportKind }];
    if (video === 0)
      await learner.call(subtitles.reportLine, { params: { id: same.id }, body: { kind: same.kind } });
  }
  expect(statuses.filter((status) => status === 204)).toHaveLength(MAX_PER_DAY);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3 * (MAX_OPEN - 10) - MAX_PER_DAY);
});
