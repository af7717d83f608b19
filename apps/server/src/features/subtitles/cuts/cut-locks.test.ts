import { parsePosition, subtitles } from '@sayback/contract';
import { expect, it } from 'vitest';
import { signIn } from '../../../testing/client.ts';
import { ENGLISH_SRT } from '../../../testing/fixtures.ts';
import { randomFrom } from '../../../testing/hostile/random.ts';
import { addAlignedVideo, addSubtitle, fillAlignment, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();
const LINES = 12;

it.each([1, 2, 3])(
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
      // The curator who moves each line in this round; nobody for 2.
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
