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
/** Distance between lines with the same text: every fifteenth. */
const SAME_TEXT_MS = 15 * GAP_MS;
/** Distances by which all lines are shifted: the distance between lines, and between lines with the same text. */
const SHIFTS = [GAP_MS, SAME_TEXT_MS, -SAME_TEXT_MS, 2 * SAME_TEXT_MS + GAP_MS];
/** Maximum distance by which one edit moves a cut. */
const MAX_MOVED_MS = 1900;
const REPEATED = ['Yes.', 'No, thank you.', 'What did you say?'];

type Segment = subtitles.Segment;

/** Moves all lines of an alignment. */
async function shift(alignment: number, by: number): Promise<void> {
  const changes = (await listSegments(admin, alignment)).map(({ id, start_time, end_time }) => ({
    op: 'update' as const,
    id,
    fields: {
      start_time: formatTime(parseTime(start_time) + by),
      end_time: formatTime(parseTime(end_time) + by),
    },
  }));
  await admin.call(subtitles.changeSegments, { params: { id: alignment }, body: { changes } });
}

const formatTime = (ms: number) => new Date(ms).toISOString().slice(11, 23);
const parseTime = (position: string) => Date.parse(`1970-01-01T${position}Z`);
/** Creates a line's text. Every fifth line shares its text with others. */
const createText = (line: number) =>
  line % 5 === 0
    ? (REPEATED[(line / 5) % REPEATED.length] ?? '')
    : `The ${line}th guest asks for room ${line * 7}.`;

const writeSrt = (text: (line: number) => string, count = LINES) =>
  Array.from(
    { length: count },
    (_, n) =>
      `${n + 1}\n${formatTime(n * GAP_MS + 1000).replace('.', ',')} --> ${formatTime(n * GAP_MS + 3000).replace('.', ',')}\n${text(n)}\n`,
  ).join('\n');

/** Adds an alignment whose translations contain the line's number, to identify segments after moves and id changes. */
async function addTranslation(videoId: number, language: string) {
  const { id } = await addSubtitle(
    admin,
    videoId,
    language,
    writeSrt((line) => `${language} ${line} of ${line * 7}.`),
  );
  const align = async () => (await admin.call(subtitles.alignSubtitle, { params: { id } })).alignment_id;
  return { alignment: await align(), align };
}
const parseLineNumber = ({ text_target }: Segment) => Number(/^\w+ (\d+) of/.exec(text_target)?.[1] ?? -1);

async function addCards(learner: Client, videoId: number): Promise<void> {
  const at = Date.now() - 86_400_000;
  const reviews = Array.from({ length: LINES }, (_, n) => ({
    id: makeAttemptId(at + n, randomBytes(10)),
    video_id: videoId,
    start_ms: n * GAP_MS + 1000,
    text_hash: hashLine(createText(n)),
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
  it(`stay with their lines after ${EDITS} edits, shifts, a realignment and another translation (seed ${SEED})`, async () => {
    const random = randomFrom(SEED);
    const { id: videoId } = await addVideo(admin);
    await addSubtitle(admin, videoId, 'en', writeSrt(createText));
    const { alignment: spanish, align } = await addTranslation(videoId, 'es');
    const learner = await signIn(server);
    await addCards(learner, videoId);

    /**
     * Expects every card at its line, identified by the translation. The card of a deleted or reworded line is expected at the
     * segment with the same text if that text is unique; otherwise it must be missing. Returns the number of missing cards.
     */
    async function check(alignment: number): Promise<number> {
      const rows = await listSegments(admin, alignment);
      const segmentByLine = new Map(rows.map((row) => [parseLineNumber(row), row]));
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
        const exists = segment !== undefined && hashLine(segment.text_original) === hashLine(createText(n));
        const sameText = segmentsByText.get(hashLine(createText(n))) ?? [];
        const match = exists ? segment : n % 5 !== 0 && sameText.length === 1 ? sameText[0] : undefined;
        const expected = match ? { gone: false, start_ms: parseTime(match.start_time) } : { gone: true };
        expect({ n, ...line }).toMatchObject({ n, text_hash: hashLine(createText(n)), ...expected });
      }
      return lines.filter(({ gone }) => gone).length;
    }
    expect(await check(spanish)).toBe(0);

    const moved = new Set<number>();
    function pickEdit(segment: Segment): subtitles.SegmentChange[] {
      const { id } = segment;
      const [start, end] = [parseTime(segment.start_time), parseTime(segment.end_time)];
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
          if (moved.has(parseLineNumber(segment))) return [];
          moved.add(parseLineNumber(segment));
          const by = Math.max(random.below(2 * MAX_MOVED_MS) - MAX_MOVED_MS, 1 - start);
          return [
            {
              op: 'update',
              id,
              fields: { start_time: formatTime(start + by), end_time: formatTime(end + by) },
            },
          ];
        }
        default: {
          if (moved.has(parseLineNumber(segment))) return [];
          moved.add(parseLineNumber(segment));
          // Repeat the text halfway to the next line.
          const repeatStart = start + 2500;
          const fields = {
            start_time: formatTime(repeatStart),
            end_time: formatTime(repeatStart + 500),
            text_target: 'new',
          };
          return [{ op: 'insert', after: id, fields: { ...fields, text_original: segment.text_original } }];
        }
      }
    }
    for (let round = 0; round < 4; round += 1) {
      const rows = await listSegments(admin, spanish);
      const editable = rows.filter((row) => parseLineNumber(row) >= 0);
      const picked = new Set(Array.from({ length: 3 * EDITS }, () => random.pick(editable)));
      const changes = [...picked]
        .map(pickEdit)
        .filter(({ length }) => length > 0)
        .slice(0, EDITS / 4)
        .flat();
      expect(changes.length).toBe(EDITS / 4);
      await admin.call(subtitles.changeSegments, { params: { id: spanish }, body: { changes } });
      await check(spanish);
      await shift(spanish, SHIFTS[round] ?? 0);
      await check(spanish);
    }
    const missingCount = await check(spanish);
    expect(missingCount).toBeGreaterThan(EDITS / 5);
    expect(moved.size).toBeGreaterThan(EDITS / 10);
    const { alignment: french } = await addTranslation(videoId, 'fr');
    expect(await check(french)).toBe(0);
    await align();
    expect(await check(spanish)).toBeLessThanOrEqual(missingCount);
    // Answers at the lines' current starts count for the existing cards.
    const { lines } = await learner.call(practice.listLineMemory, {
      params: { id: videoId },
      query: { alignment: spanish },
    });
    const presentLines = lines.filter((line) => !line.gone).slice(0, practice.REVIEW_BATCH);
    const reviews = presentLines.map(({ start_ms, text_hash }, n) => ({
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

describe('after shifting a track', () => {
  const SHIFT_MS = 60_000;

  /** Adds a video with ten lines, of which the first two have the same text. Returns a function that moves all of them. */
  async function addLines() {
    const { id: videoId } = await addVideo(admin);
    const text = (line: number) => (line < 2 ? 'Yes.' : `Line ${line}`);
    await addSubtitle(admin, videoId, 'en', writeSrt(text, 10));
    const { alignment } = await addTranslation(videoId, 'es');
    await admin.call(videos.updateVideo, { params: { id: videoId }, body: { published: true } });
    const createLine = (line: number, by = 0) => ({
      start_ms: line * GAP_MS + 1000 + by,
      text_hash: hashLine(text(line)),
    });
    const shiftLines = (by = SHIFT_MS) => shift(alignment, by);
    const createTakes = (lines: number[], { by = 0, ago = 0, extra_pauses = 0 } = {}) =>
      lines.map((line) => ({
        ...createLine(line, by),
        id: makeAttemptId(Date.now() - ago - 100 * line, randomBytes(10)),
        video_id: videoId,
        what: 'said' as const,
        extra_pauses,
      }));
    return { videoId, createLine, shiftLines, createTakes };
  }
  const saveTakes = (learner: Client, attempts: practice.Attempt[]) =>
    learner.call(practice.saveAttempts, { body: { attempts } });

  it.each([SHIFT_MS, GAP_MS])('practised lines are found %i ms later, and still count once', async (by) => {
    const { videoId, createLine, shiftLines, createTakes } = await addLines();
    const learner = await signIn(server);
    const listPractised = () => learner.call(practice.listPractisedLines, { params: { id: videoId } });
    const countPractised = async () =>
      (await learner.call(videos.listVideos)).results.find(({ id }) => id === videoId)?.practised_count;
    await saveTakes(learner, createTakes([0, 1, 4, 5, 7]));
    expect(await listPractised()).toEqual([0, 1, 4, 5, 7].map((line) => createLine(line)));
    await shiftLines(by);
    const moved = [0, 1, 4, 5, 7].map((line) => createLine(line, by));
    // Simulates two devices that open the video concurrently.
    expect(await Promise.all([listPractised(), listPractised()])).toEqual([moved, moved]);
    expect(await listPractised()).toEqual(moved);
    await saveTakes(learner, createTakes([4], { by }));
    expect(await listPractised()).toEqual(moved);
    expect(await countPractised()).toBe(5);
  });

  it.each([SHIFT_MS, GAP_MS])('recurring hints are found %i ms later, at no other line', async (by) => {
    const { videoId, createLine, shiftLines, createTakes } = await addLines();
    const learner = await signIn(server);
    const listMemory = () => learner.call(practice.listLineMemory, { params: { id: videoId } });
    await saveTakes(learner, createTakes([1, 5, 6], { ago: 86_400_000, extra_pauses: 2 }));
    await saveTakes(learner, createTakes([1, 5, 6], { extra_pauses: 1 }));
    await shiftLines(by);
    const moved = [createLine(1, by), createLine(5, by), createLine(6, by)];
    const { lines } = await learner.call(practice.getQueue);
    expect(lines.map(({ start_ms, text_hash, reason }) => ({ start_ms, text_hash, reason }))).toEqual(
      moved.map((line) => ({ ...line, reason: 'hint' })),
    );
    expect(await listMemory()).toEqual({ lines: [], hints: moved });
    // The next take at the new time counts for the same line.
    await saveTakes(learner, createTakes([5], { by }));
    expect(await listMemory()).toEqual({ lines: [], hints: [createLine(1, by), createLine(6, by)] });
    await shiftLines(by);
    expect(await listMemory()).toEqual({ lines: [], hints: [createLine(1, 2 * by), createLine(6, 2 * by)] });
  });

  it('a due line isn’t confused with another line with the same text', async () => {
    const { videoId, createLine, shiftLines } = await addLines();
    const learner = await signIn(server);
    const createReview = (line: number, grade: 'again' | 'good', ago: number) => ({
      ...{
        ...createLine(line),
        id: makeAttemptId(Date.now() - ago, randomBytes(10)),
        video_id: videoId,
        grade,
      },
      ...{ skill: 'write' as const, utc_offset: 0 },
    });
    // Only the first card is due.
    const reviews = [createReview(1, 'again', 3 * 86_400_000), createReview(5, 'good', 1000)];
    await learner.call(practice.saveReviews, { body: { reviews } });
    await shiftLines(GAP_MS);
    for (let reading = 0; reading < 2; reading += 1) {
      const { lines } = await learner.call(practice.getQueue);
      expect(lines).toMatchObject([{ ...createLine(1, GAP_MS), reason: 'wrong' }]);
    }
  });

  it.each([0, 100])('a line with a card isn’t offered as new because of a hint %i ms away', async (by) => {
    const { videoId, createLine, shiftLines, createTakes } = await addLines();
    const learner = await signIn(server);
    await saveTakes(learner, createTakes([5], { by, ago: 86_400_000, extra_pauses: 2 }));
    await saveTakes(learner, createTakes([5], { by, extra_pauses: 1 }));
    const review = {
      ...createLine(5),
      video_id: videoId,
      skill: 'write',
      grade: 'again',
      utc_offset: 0,
    } as const;
    const id = makeAttemptId(Date.now() - 3 * 86_400_000, randomBytes(10));
    await learner.call(practice.saveReviews, { body: { reviews: [{ ...review, id }] } });
    await shiftLines();
    for (let reading = 0; reading < 2; reading += 1) {
      const { lines } = await learner.call(practice.getQueue);
      expect(lines).toMatchObject([{ ...createLine(5, SHIFT_MS), skill: 'write', reason: 'wrong' }]);
    }
  });
});
