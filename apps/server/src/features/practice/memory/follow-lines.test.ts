import { randomBytes } from 'node:crypto';
import { hashLine, makeAttemptId, practice, subtitles, videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../../testing/client.ts';
import { randomFrom } from '../../../testing/hostile/random.ts';
import { addSubtitle, addVideo, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer({ RATE_LIMIT_FACTOR: '1000' });

const SEED = 20_261_124;
const LINES = 1000;
const EDITS = 200;
const GAP_MS = 5000;
/** Every fifteenth line has the same text. */
const SAME_TEXT_MS = 15 * GAP_MS;
/** Distances by which all lines move at once: those between lines, and between lines with the same text. */
const SHIFTS = [GAP_MS, SAME_TEXT_MS, -SAME_TEXT_MS, 2 * SAME_TEXT_MS + GAP_MS];
/** Maximum move of a cut, once. */
const MAX_MOVED_MS = 1900;
const REPEATED = ['Yes.', 'No, thank you.', 'What did you say?'];

type Segment = subtitles.Segment;

/** Moves all lines of an alignment. */
async function shift(alignment: number, by: number): Promise<void> {
  const changes = (await listSegments(admin, alignment)).map(({ id, start_time, end_time }) => ({
    op: 'update' as const,
    id,
    fields: { start_time: clock(toMs(start_time) + by), end_time: clock(toMs(end_time) + by) },
  }));
  await admin.call(subtitles.changeSegments, { params: { id: alignment }, body: { changes } });
}

const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23);
const toMs = (position: string) => Date.parse(`1970-01-01T${position}Z`);
/** Every fifth line has the same text as others. */
const getText = (line: number) =>
  line % 5 === 0
    ? (REPEATED[(line / 5) % REPEATED.length] ?? '')
    : `The ${line}th guest asks for room ${line * 7}.`;

const srt = (text: (line: number) => string, count = LINES) =>
  Array.from(
    { length: count },
    (_, n) =>
      `${n + 1}\n${clock(n * GAP_MS + 1000).replace('.', ',')} --> ${clock(n * GAP_MS + 3000).replace('.', ',')}\n${text(n)}\n`,
  ).join('\n');

/** Creates an alignment whose translations name their lines, to recognise each segment after moves and id changes. */
async function addTranslation(videoId: number, language: string) {
  const { id } = await addSubtitle(
    admin,
    videoId,
    language,
    srt((line) => `${language} ${line} of ${line * 7}.`),
  );
  const align = async () => (await admin.call(subtitles.alignSubtitle, { params: { id } })).alignment_id;
  return { alignment: await align(), align };
}
const toLine = ({ text_target }: Segment) => Number(/^\w+ (\d+) of/.exec(text_target)?.[1] ?? -1);

async function addCards(learner: Client, videoId: number): Promise<void> {
  const at = Date.now() - 86_400_000;
  const reviews = Array.from({ length: LINES }, (_, n) => ({
    id: makeAttemptId(at + n, randomBytes(10)),
    video_id: videoId,
    start_ms: n * GAP_MS + 1000,
    text_hash: hashLine(getText(n)),
    skill: 'say' as const,
    grade: 'good' as const,
    utc_offset: 0,
  }));
  for (let from = 0; from < LINES; from += practice.REVIEW_BATCH) {
    const batch = reviews.slice(from, from + practice.REVIEW_BATCH);
    const saved = await learner.call(practice.saveReviews, { body: { reviews: batch } });
    expect(saved).toMatchObject({ counted: batch.length, refused: [] });
  }
}

describe('cards', () => {
  it(`stay with their lines through ${EDITS} edits, shifts of all times, realignments and another translation, and never move to another line (seed ${SEED})`, async () => {
    const random = randomFrom(SEED);
    const { id: videoId } = await addVideo(admin);
    await addSubtitle(admin, videoId, 'en', srt(getText));
    const { alignment: spanish, align } = await addTranslation(videoId, 'es');
    const learner = await signIn(server);
    await addCards(learner, videoId);

    /**
     * Expects every card at its line, recognised by the translation. If the line was deleted or reworded, its card is at the only
     * segment with the same text, if the learner has only one such line, and missing otherwise.
     */
    async function check(alignment: number): Promise<number> {
      const rows = await listSegments(admin, alignment);
      const segmentByLine = new Map(rows.map((row) => [toLine(row), row]));
      const segmentsByText = new Map<number, Segment[]>();
      for (const row of rows) {
        const hash = hashLine(row.text_original);
        segmentsByText.set(hash, [...(segmentsByText.get(hash) ?? []), row]);
      }
      const { lines } = await learner.call(practice.listLineMemory, {
        params: { id: videoId },
        query: { alignment },
      });
      expect(lines).toHaveLength(LINES);
      for (const [n, line] of lines.entries()) {
        const segment = segmentByLine.get(n);
        const exists = segment !== undefined && hashLine(segment.text_original) === hashLine(getText(n));
        const same = segmentsByText.get(hashLine(getText(n))) ?? [];
        const at = exists ? segment : n % 5 !== 0 && same.length === 1 ? same[0] : undefined;
        const expected = at ? { gone: false, start_ms: toMs(at.start_time) } : { gone: true };
        expect({ n, ...line }).toMatchObject({ n, text_hash: hashLine(getText(n)), ...expected });
      }
      return lines.filter(({ gone }) => gone).length;
    }
    expect(await check(spanish)).toBe(0);

    const moved = new Set<number>();
    function toEdit(segment: Segment): subtitles.SegmentChange[] {
      const { id } = segment;
      const [start, end] = [toMs(segment.start_time), toMs(segment.end_time)];
      switch (random.below(5)) {
        case 0:
          return [{ op: 'delete', id }];
        case 1:
          return [{ op: 'update', id, fields: { text_original: `${random.below(1e6)} other words` } }];
        case 2:
          return [
            { op: 'update', id, fields: { text_original: `<i>${segment.text_original.toUpperCase()}</i>` } },
          ];
        case 3: {
          if (moved.has(toLine(segment))) return [];
          moved.add(toLine(segment));
          const by = Math.max(random.below(2 * MAX_MOVED_MS) - MAX_MOVED_MS, 1 - start);
          return [{ op: 'update', id, fields: { start_time: clock(start + by), end_time: clock(end + by) } }];
        }
        default: {
          if (moved.has(toLine(segment))) return [];
          moved.add(toLine(segment));
          // The same words again, halfway to the next line.
          const again = start + 2500;
          const fields = { start_time: clock(again), end_time: clock(again + 500), text_target: 'new' };
          return [{ op: 'insert', after: id, fields: { ...fields, text_original: segment.text_original } }];
        }
      }
    }
    for (let round = 0; round < 4; round += 1) {
      const rows = await listSegments(admin, spanish);
      const own = rows.filter((row) => toLine(row) >= 0);
      const picked = new Set(Array.from({ length: 3 * EDITS }, () => random.pick(own)));
      const changes = [...picked]
        .map(toEdit)
        .filter(({ length }) => length > 0)
        .slice(0, EDITS / 4)
        .flat();
      expect(changes.length).toBe(EDITS / 4);
      await admin.call(subtitles.changeSegments, { params: { id: spanish }, body: { changes } });
      await check(spanish);
      await shift(spanish, SHIFTS[round] ?? 0);
      await check(spanish);
    }
    const gone = await check(spanish);
    expect(gone).toBeGreaterThan(EDITS / 5);
    expect(moved.size).toBeGreaterThan(EDITS / 10);
    const { alignment: french } = await addTranslation(videoId, 'fr');
    expect(await check(french)).toBe(0);
    await align();
    expect(await check(spanish)).toBeLessThanOrEqual(gone);
    // An answer at the line's current position finds its card.
    const { lines } = await learner.call(practice.listLineMemory, {
      params: { id: videoId },
      query: { alignment: spanish },
    });
    const present = lines.filter((line) => !line.gone).slice(0, practice.REVIEW_BATCH);
    const reviews = present.map(({ start_ms, text_hash }, n) => ({
      ...{
        video_id: videoId,
        start_ms,
        text_hash,
        skill: 'say' as const,
        grade: 'good' as const,
        utc_offset: 0,
      },
      id: makeAttemptId(Date.now() - n, randomBytes(10)),
    }));
    expect(await learner.call(practice.saveReviews, { body: { reviews } })).toMatchObject({
      counted: reviews.length,
    });
    const after = await learner.call(practice.listLineMemory, {
      params: { id: videoId },
      query: { alignment: spanish },
    });
    expect(after.lines).toHaveLength(LINES);
    expect(await check(french)).toBe(0);
  }, 300_000);
});

describe('in a retimed track', () => {
  const MOVED_MS = 60_000;

  /** Adds a video with ten lines, of which the first two have the same text. Returns a function that moves all of them. */
  async function addLines() {
    const { id: videoId } = await addVideo(admin);
    const text = (line: number) => (line < 2 ? 'Yes.' : `Line ${line}`);
    await addSubtitle(admin, videoId, 'en', srt(text, 10));
    const { alignment } = await addTranslation(videoId, 'es');
    await admin.call(videos.updateVideo, { params: { id: videoId }, body: { published: true } });
    const getLine = (line: number, by = 0) => ({
      start_ms: line * GAP_MS + 1000 + by,
      text_hash: hashLine(text(line)),
    });
    const retime = (by = MOVED_MS) => shift(alignment, by);
    const takes = (lines: number[], { by = 0, ago = 0, extra_pauses = 0 } = {}) =>
      lines.map((line) => ({
        ...getLine(line, by),
        id: makeAttemptId(Date.now() - ago - 100 * line, randomBytes(10)),
        video_id: videoId,
        what: 'said' as const,
        extra_pauses,
      }));
    return { videoId, getLine, retime, takes };
  }
  const say = (learner: Client, attempts: practice.Attempt[]) =>
    learner.call(practice.saveAttempts, { body: { attempts } });

  it.each([MOVED_MS, GAP_MS])('practised lines are found %i ms later, and count once', async (by) => {
    const { videoId, getLine, retime, takes } = await addLines();
    const learner = await signIn(server);
    const practised = () => learner.call(practice.listPractisedLines, { params: { id: videoId } });
    const count = async () =>
      (await learner.call(videos.listVideos)).results.find(({ id }) => id === videoId)?.practised_count;
    await say(learner, takes([0, 1, 4, 5, 7]));
    expect(await practised()).toEqual([0, 1, 4, 5, 7].map((line) => getLine(line)));
    await retime(by);
    const moved = [0, 1, 4, 5, 7].map((line) => getLine(line, by));
    // Two devices open the video at once.
    expect(await Promise.all([practised(), practised()])).toEqual([moved, moved]);
    expect(await practised()).toEqual(moved);
    await say(learner, takes([4], { by }));
    expect(await practised()).toEqual(moved);
    expect(await count()).toBe(5);
  });

  it.each([MOVED_MS, GAP_MS])(
    'recurring hints are found %i ms later, and no other line gets them',
    async (by) => {
      const { videoId, getLine, retime, takes } = await addLines();
      const learner = await signIn(server);
      const memory = () => learner.call(practice.listLineMemory, { params: { id: videoId } });
      await say(learner, takes([1, 5, 6], { ago: 86_400_000, extra_pauses: 2 }));
      await say(learner, takes([1, 5, 6], { extra_pauses: 1 }));
      await retime(by);
      const moved = [getLine(1, by), getLine(5, by), getLine(6, by)];
      const { lines } = await learner.call(practice.getQueue);
      expect(lines.map(({ start_ms, text_hash, reason }) => ({ start_ms, text_hash, reason }))).toEqual(
        moved.map((line) => ({ ...line, reason: 'hint' })),
      );
      expect(await memory()).toEqual({ lines: [], hints: moved });
      // The next take, at the new time, is one of the same line.
      await say(learner, takes([5], { by }));
      expect(await memory()).toEqual({ lines: [], hints: [getLine(1, by), getLine(6, by)] });
      await retime(by);
      expect(await memory()).toEqual({ lines: [], hints: [getLine(1, 2 * by), getLine(6, 2 * by)] });
    },
  );

  it('a due line isn’t taken for another one with the same text, if its neighbours have moved', async () => {
    const { videoId, getLine, retime } = await addLines();
    const learner = await signIn(server);
    const review = (line: number, grade: 'again' | 'good', ago: number) => ({
      ...{ ...getLine(line), id: makeAttemptId(Date.now() - ago, randomBytes(10)), video_id: videoId, grade },
      ...{ skill: 'write' as const, utc_offset: 0 },
    });
    // Only the first is due.
    const reviews = [review(1, 'again', 3 * 86_400_000), review(5, 'good', 1000)];
    await learner.call(practice.saveReviews, { body: { reviews } });
    await retime(GAP_MS);
    for (let reading = 0; reading < 2; reading += 1) {
      const { lines } = await learner.call(practice.getQueue);
      expect(lines).toMatchObject([{ ...getLine(1, GAP_MS), reason: 'wrong' }]);
    }
  });

  it.each([0, 100])('a line with a card isn’t offered as new for its hint, %i ms from it', async (by) => {
    const { videoId, getLine, retime, takes } = await addLines();
    const learner = await signIn(server);
    await say(learner, takes([5], { by, ago: 86_400_000, extra_pauses: 2 }));
    await say(learner, takes([5], { by, extra_pauses: 1 }));
    const review = {
      ...getLine(5),
      video_id: videoId,
      skill: 'write',
      grade: 'again',
      utc_offset: 0,
    } as const;
    const id = makeAttemptId(Date.now() - 3 * 86_400_000, randomBytes(10));
    await learner.call(practice.saveReviews, { body: { reviews: [{ ...review, id }] } });
    await retime();
    for (let reading = 0; reading < 2; reading += 1) {
      const { lines } = await learner.call(practice.getQueue);
      expect(lines).toMatchObject([{ ...getLine(5, MOVED_MS), skill: 'write', reason: 'wrong' }]);
    }
  });
});
