import { subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { signIn } from '../../../testing/client.ts';
import { randomFrom } from '../../../testing/hostile/random.ts';
import { addAlignedVideo, fillAlignment, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();
const MOST = subtitles.OPEN_REPORTS.max;
const A_DAY = subtitles.REPORTS_PER_DAY.max;

async function longVideo() {
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
    const { videoId, lines } = await longVideo();
    const learner = await signIn(server);
    const all = lines
      .flatMap((id) => subtitles.REPORT_KINDS.slice(0, 2).map((kind) => ({ id, kind })))
      .map((report) => ({ report, at: random.below(1e6) }))
      .sort((a, b) => a.at - b.at)
      .map(({ report }) => report);
    const report = ({ id, kind }: (typeof all)[number]) =>
      learner.try(subtitles.reportLine, { params: { id }, body: { kind } });
    // One account may have this many calls in flight.
    const statuses: number[] = [];
    for (let from = 0; from < all.length; from += 20)
      statuses.push(
        ...(await Promise.all(all.slice(from, from + 20).map(report))).map(({ statusCode }) => statusCode),
      );
    expect(statuses.filter((status) => status === 204)).toHaveLength(MOST);
    expect(statuses.filter((status) => status === 409)).toHaveLength(all.length - MOST);
    expect(await countOpen(learner.id, videoId)).toBe(MOST);

    // An existing report is changed, and another video has its own.
    const taken = all[statuses.indexOf(204)] as (typeof all)[number];
    const refused = all[statuses.indexOf(409)] as (typeof all)[number];
    expect((await report(taken)).statusCode).toBe(204);
    const [elsewhere] = (await longVideo()).lines as [number];
    expect((await report({ id: elsewhere, kind: 'wrong_text' })).statusCode).toBe(204);
    expect((await report(refused)).json()).toEqual({
      detail: `You have ${MOST} reports open in this video. Wait until somebody has looked at them, or take one back.`,
    });
    await learner.call(subtitles.withdrawReport, { params: { id: taken.id } });
    expect((await report(refused)).statusCode).toBe(204);
  },
);

it('a learner makes at most 200 reports a day, also with concurrent calls', async () => {
  const learner = await signIn(server);
  const statuses: number[] = [];
  for (let video = 0; video < 3; video += 1) {
    const { lines } = await longVideo();
    const kinds = subtitles.REPORT_KINDS.slice(0, 2);
    const all = lines.flatMap((id) => kinds.map((kind) => ({ id, kind }))).slice(0, MOST - 10);
    for (let from = 0; from < all.length; from += 15) {
      const responses = await Promise.all(
        all
          .slice(from, from + 15)
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
  expect(statuses.filter((status) => status === 204)).toHaveLength(A_DAY);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3 * (MOST - 10) - A_DAY);
});
