import { parsePosition, subtitles, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../../testing/client.ts';
import { ENGLISH_SRT } from '../../../testing/fixtures.ts';
import { randomFrom } from '../../../testing/hostile/random.ts';
import { addAlignedVideo, addSubtitle, fillAlignment, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();

async function addTwoTranslations() {
  const spanish = await addAlignedVideo(admin);
  const french = await addSubtitle(admin, spanish.videoId, 'fr', ENGLISH_SRT);
  const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: french.id } });
  return { ...spanish, frenchId: french.id, french: alignment_id };
}
const report = (learner: Client, id: number | undefined, kind: subtitles.ReportKind) =>
  learner.call(subtitles.reportLine, { params: { id: id ?? 0 }, body: { kind } });
const listIds = async (alignment: number) => (await listSegments(admin, alignment)).map(({ id }) => id);

/** Reads the counts in an administrator's lists, by subtitle language and for the video. */
async function readCounts(videoId: number) {
  const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
  const listed = (await admin.call(videos.listManagedVideos, {})).find(({ id }) => id === videoId);
  return {
    ...Object.fromEntries(results.map(({ language, report_count }) => [language, report_count])),
    video: listed?.report_count,
    most_reported: listed?.reported_subtitle_id,
  };
}

describe('the count of open reports', () => {
  it('is listed per translation; for the video, a line of several translations counts once', async () => {
    const { videoId, alignmentId, targetId, frenchId, french } = await addTwoTranslations();
    expect(await readCounts(videoId)).toEqual({ en: 0, es: 0, fr: 0, video: 0, most_reported: null });
    const [ana, ben] = [await signIn(server), await signIn(server)];
    // The second segment joins two lines, which are separate in the French translation.
    const [first, , third] = await listIds(alignmentId);
    for (const learner of [ana, ben]) await report(learner, first, 'starts_late');
    await report(ana, third, 'wrong_text');
    expect(await readCounts(videoId)).toEqual({ en: 0, es: 3, fr: 3, video: 3, most_reported: targetId });
    const [line] = await listIds(french);
    await report(ben, line, 'wrong_translation');
    expect(await readCounts(videoId)).toEqual({ en: 0, es: 3, fr: 4, video: 4, most_reported: frenchId });
  });

  it('excludes resolved reports, and lines whose text has changed', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const [first, second] = await listIds(alignmentId);
    for (const id of [first, second]) await report(learner, id, 'wrong_text');
    expect(await readCounts(videoId)).toMatchObject({ es: 2, video: 2 });
    await admin.call(subtitles.dismissCut, { params: { id: first ?? 0 }, body: { outcome: 'fixed' } });
    expect(await readCounts(videoId)).toMatchObject({ es: 1, video: 1 });
    const body = { text_original: 'Something else is said here.' };
    await admin.call(subtitles.updateSegment, { params: { id: second ?? 0 }, body });
    expect(await readCounts(videoId)).toMatchObject({ es: 0, video: 0, most_reported: null });
    expect((await admin.call(subtitles.listCuts, { params: { id: alignmentId } })).cuts).toEqual([]);
  });

  it('isn’t sent to learners', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const { results } = await (await signIn(server)).call(subtitles.listSubtitles, {
      params: { id: videoId },
    });
    expect(results.every((listed) => !('report_count' in listed))).toBe(true);
  });
});

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

it.each([1])(
  'a learner has at most a hundred open reports per video, even with concurrent calls (seed %d)',
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

it('a learner can make at most 200 reports a day, even with concurrent calls', async () => {
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

const LINES = 12;

it.each([1, 2])(
  'two curators can move cuts of two languages concurrently without losing a move (seed %d)',
  async (seed) => {
    const random = randomFrom(seed);
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const french = await addSubtitle(admin, videoId, 'fr', ENGLISH_SRT);
    const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: french.id } });
    const ids = [alignmentId, alignment_id];
    for (const id of ids) await fillAlignment(server.context.db, id, { count: LINES });
    const curators = [admin, await signIn(server, 'admin')];

    for (let round = 0; round < 12; round += 1) {
      // Index of the curator who moves each line in this round; 2 for nobody.
      const curatorByLine = Array.from({ length: LINES }, () => random.below(3));
      const responses = await Promise.all(
        curators.map(async (curator, index) => {
          const rows = await listSegments(curator, ids[index] as number);
          const cuts = rows.flatMap((row, line) =>
            curatorByLine[line] === index
              ? [
                  {
                    segment_id: row.id,
                    version: row.version,
                    start_ms: line * 3000 + 10 * round + index + 1,
                    end_ms: parsePosition(row.end_time) as number,
                  },
                ]
              : [],
          );
          if (cuts.length === 0) return 200;
          const moved = await curator.try(subtitles.moveCuts, { params: { id: ids[index] }, body: { cuts } });
          return moved.statusCode;
        }),
      );
      expect(responses).toEqual([200, 200]);
      for (const id of ids) {
        const starts = (await listSegments(admin, id)).map((row) => parsePosition(row.start_time));
        for (const [line, index] of curatorByLine.entries())
          if (index < 2) expect(starts[line]).toBe(line * 3000 + 10 * round + index + 1);
      }
    }
  },
);
