import { fields, subtitles } from '@sayback/contract';
import { expect, it } from 'vitest';
import { buildForm } from '../../../testing/client.ts';
import { addSubtitle, addVideo, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();

const withId = (id: number) => ({ params: { id } });
const createSrt = (text: string) => `1\n00:00:01,000 --> 00:00:09,000\n${text}\n`;

it('an uploaded cue of 15,000 characters is divided into cues that can be exported, imported and edited', async () => {
  const { id } = await addVideo(admin);
  await addSubtitle(admin, id, 'en', createSrt('Line. '.repeat(2500)));
  const target = await addSubtitle(admin, id, 'es', createSrt('Frase. '.repeat(2500)));
  expect(target.problems).toEqual([{ line: 2, message: expect.stringContaining('too many for one') }]);
  const { alignment_id } = await admin.call(subtitles.alignSubtitle, withId(target.id));

  const download = await admin.call(subtitles.prepareDownload, {
    body: { of: 'alignment', id: alignment_id, format: 'csv' },
  });
  const table = await server.app.inject({ url: download.url as string });
  const form = await buildForm({}, { csv_file: { name: 'a.csv', bytes: table.body } });
  const imported = await admin.call(subtitles.importSegments, { ...withId(alignment_id), ...form });
  expect(imported.changed).toBe(0);

  for (const { id: segment, start_time, end_time, text_original, text_target } of await listSegments(
    admin,
    alignment_id,
  )) {
    const fields = { start_time, end_time, text_original, text_target };
    const body = {
      changes: [
        { op: 'delete', id: segment },
        { op: 'insert', after: null, fields },
      ],
    };
    expect((await admin.try(subtitles.changeSegments, { ...withId(alignment_id), body })).statusCode).toBe(
      200,
    );
  }
});

it('applying an edited file divides texts that are too long for a cue', async () => {
  const { id } = await addVideo(admin);
  const subtitle = await addSubtitle(admin, id, 'es', createSrt('Corta.'));
  const [file] = await admin.call(subtitles.listFiles, withId(subtitle.id));
  const { revision_id } = await admin.call(subtitles.openFile, withId(file?.id ?? 0));
  const body = { segments: [{ index: 1, modified: 'x'.repeat(fields.TEXT_LIMIT) }] };
  await admin.call(subtitles.applyRegexChanges, { ...withId(revision_id), body });
  const applied = await admin.call(subtitles.applyRevision, { ...withId(revision_id), body: {} });
  expect(applied.subtitle.cue_count).toBe(5);
});
