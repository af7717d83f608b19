import { subtitles } from '@sayback/contract';
import { expect, it } from 'vitest';
import { buildForm } from '../../../testing/client.ts';
import { waitForLockWait } from '../../../testing/databases.ts';
import { addAlignedVideo } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import { subtitleStore } from '../tracks/subtitle-store.ts';
import { alignmentStore } from './alignment-store.ts';

const { server, admin } = await withServer();

const TABLE =
  'index,start,end,text_original,text_target,mismatch,label\n1,00:00:01.000,00:00:02.000,Yes.,Sí.,0,1-1\n';

it.each([
  [
    subtitles.changeSegments,
    () => ({ body: { changes: [{ op: 'insert', after: null, fields: {} }], save_revision: true } }),
  ],
  [subtitles.importSegments, () => buildForm({}, { csv_file: { name: 'edited.csv', bytes: TABLE } })],
  [subtitles.saveRevision, () => ({ body: {} })],
])(
  '$id waits for an aligner that writes a revision of the same subtitle, without a deadlock',
  async (endpoint, buildInput) => {
    const { alignmentId, targetId } = await addAlignedVideo(admin);
    let call: ReturnType<typeof admin.try> | undefined;
    const { $client } = server.context.db;
    await server.context.db.transaction(async (aligning) => {
      await subtitleStore(aligning).lock(targetId);
      call = admin.try(endpoint, { params: { id: alignmentId }, ...(await buildInput()) });
      const watcher = await $client.connect();
      await Promise.race([waitForLockWait(watcher), call]).finally(() => watcher.release());
      await alignmentStore(aligning).findOrCreate(targetId);
      await revisionStore(aligning).saveAlignment(alignmentId, { reason: 'realign', created_by: null });
    });
    const response = await call;
    expect(response?.statusCode, response?.body).toBeLessThan(300);
  },
);
