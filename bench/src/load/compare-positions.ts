import { connectDatabase } from '../../../apps/server/src/platform/database/database.ts';
import type { LearnerPosition } from './crowd-messages.ts';

type Row = { user_id: string; video_id: string; last_segment: number };

/**
 * Counts the acknowledged positions, and finds those that differ from the stored ones. A later position whose outcome is
 * unknown may also be stored.
 */
export async function comparePositions(
  databaseUrl: string,
  positions: readonly LearnerPosition[],
): Promise<{ acknowledged: number; lost: LearnerPosition[] }> {
  const { pool, close } = connectDatabase(databaseUrl, { size: 1, onError: () => undefined });
  const { rows } = await pool
    .query<Row>('select user_id, video_id, last_segment from progress')
    .finally(close);
  const stored = new Map(rows.map((row) => [`${row.user_id} ${row.video_id}`, row.last_segment]));
  const acknowledged = positions.filter((position) => position.acknowledged !== null);
  const lost = acknowledged.filter(({ learner, video, acknowledged, unacknowledged }) => {
    const saved = stored.get(`${learner} ${video}`);
    return saved === undefined || (saved !== acknowledged && !unacknowledged.includes(saved));
  });
  return { acknowledged: acknowledged.length, lost };
}
