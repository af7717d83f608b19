import { practice } from '@sayback/contract';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { currentTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { type UnsentMarks, unsentMarks } from '../unsent/stored.ts';
import { newId, unsentQueue } from '../unsent/unsent-queue.ts';

const REJECTED = [400, 403, 404, 409, 422];

const queue = unsentQueue<UnsentMarks>({
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

/** Stores marks of a line until the server has them, and sends them. Resolves when they are sent or wait for the network. */
export function saveMarks(account: string, marks: UnsentMarks): Promise<void> {
  queue.store(account, [[newId(Date.now()), marks]]);
  return queue.send(account);
}

/** Sends the marks that wait for the network, in the order of the presses. */
export const sendMarks = queue.send;

/** Returns the marks of a video's lines that the server doesn't have, in the order of the presses. */
export const marksOfVideo = (account: string, videoId: number): UnsentMarks[] =>
  unsentMarks
    .items(account)
    .flatMap((id) => unsentMarks.read(account, id) ?? [])
    .filter(({ video_id }) => video_id === videoId);
