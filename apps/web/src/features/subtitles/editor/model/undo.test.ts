import { expect, it } from 'vitest';
import { createMemorySegmentGateway } from '../testing/memory-segment-gateway.ts';
import { segment } from '../testing/segments.ts';
import { buildReplace } from './build-step.ts';
import { ACCEPTED, acceptRows, type BulkStep, deleteRows, mergeRuns } from './bulk-step.ts';
import { divideRows } from './divide.ts';
import { createEditor, type Editor } from './editor.ts';
import type { Draft } from './unsaved.ts';

const LONG = 'One goes home early. The other one stays for a long while, and nobody asks why.';

const ROWS = [
  segment(1, { text_original: LONG, text_target: LONG, end_time: '00:00:11.000', approved: true }),
  segment(2, { origin: 'machine', start_time: '00:00:12.000', end_time: '00:00:14.000' }),
  segment(3, { origin: 'memory', mismatch: true, start_time: '00:00:15.000', end_time: '00:00:17.000' }),
];
const IDS = ROWS.map(({ id }) => id);

const changeFields =
  (fields: Draft): BulkStep =>
  ({ rows }) =>
    buildReplace(rows.map((row) => ({ ...row, fields })));

async function saveDrafts(editor: Editor, ...drafts: Draft[]): Promise<void> {
  for (const draft of drafts) editor.setFields(1, draft);
  await editor.save(1);
}

it.each<[string, (editor: Editor) => Promise<unknown>]>([
  ['find and replace', (editor) => editor.changeMany(IDS, changeFields({ text_target: 'Other' }))],
  ['a change of times', (editor) => editor.changeMany(IDS, changeFields({ end_time: '00:00:20.000' }))],
  ['accepting', (editor) => editor.changeMany(IDS, acceptRows)],
  ['a bulk merge', (editor) => editor.changeMany(IDS, mergeRuns)],
  ['a bulk deletion', (editor) => editor.changeMany(IDS, deleteRows)],
  ['dividing', async (editor) => editor.changeMany(IDS, divideRows(await editor.proposeDivisions()))],
  ['a split', (editor) => editor.split(1, { field: 'text_target', at: 20 })],
  ['a merge', (editor) => editor.mergeWithNext(2)],
  ['a deletion', (editor) => editor.remove(3)],
  ['a mismatch flag, which removes the approval', (editor) => saveDrafts(editor, { mismatch: true })],
  ['two texts saved at once', (editor) => saveDrafts(editor, { text_target: 'A' }, { text_target: 'B' })],
  [
    'accepting, saved together with a text',
    async (editor) => {
      editor.setFields(3, { text_target: 'Typed' });
      editor.setFields(3, ACCEPTED);
      await editor.save(3);
    },
  ],
])('undoing %s restores texts, origin, approval, mismatch flag and edited flag', async (_, change) => {
  const server = createMemorySegmentGateway(ROWS);
  const editor = createEditor({
    segments: ROWS,
    languages: { original: 'es', target: 'en' },
    gateway: server.gateway,
    now: () => 0,
  });
  const rows = () => server.stored().map(({ id: _id, version: _version, ...row }) => row);
  const before = rows();
  await change(editor);
  expect(rows()).not.toEqual(before);
  while (editor.getState().history.done.length > 0) await editor.undo();
  expect(rows()).toEqual(before);
  expect(editor.getState().unsaved.size).toBe(0);
});
