import { practice } from '@sayback/contract';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { currentTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { createId, createUnsentQueue } from '../unsent/unsent-queue.ts';
import { type UnsentMarks, unsentMarks } from '../unsent/unsent-storage.ts';

const REJECTED = [400, 403, 404, 409, 422];

const queue = createUnsentQueue<UnsentMarks>({
  storage: unsentMarks,
  batchSize: 1,
  save: async (batch, options) => {
    for (const { video_id, ...body } of batch) {
      try {
        await call(practice.markLine, { params: { id: video_id }, body, ...options });
      } catch (error) {
        if (!(error instanceof ApiError && REJECTED.includes(error.status))) throw error;
        toast.failure(currentTranslation().t('memory.notSaved'));
      }
    }
    return [];
  },
});

/** Stores marks of a line until they are sent, and sends them. Resolves when they are sent or wait for the network. */
export function saveMarks(account: string, marks: UnsentMarks): Promise<void> {
  queue.store(account, [[createId(Date.now()), marks]]);
  return queue.send(account);
}

export const sendMarks = queue.send;

/** Lists the unsent marks of a video's lines, in the order in which they were set. */
export const listUnsentMarks = (account: string, videoId: number): UnsentMarks[] =>
  unsentMarks
    .items(account)
    .flatMap((id) => unsentMarks.read(account, id) ?? [])
    .filter(({ video_id }) => video_id === videoId);
