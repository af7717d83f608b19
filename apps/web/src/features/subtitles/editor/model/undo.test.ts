import { expect, it } from 'vitest';
import { createMemorySegmentGateway } from '../testing/memory-segment-gateway.ts';
import { segment } from '../testing/segments.ts';
import { replacing } from './build-step.ts';
import { ACCEPTED, accepting, type BulkStep, deletingAll, mergingRuns } from './bulk-step.ts';
import { dividingAll } from './divide.ts';
import { createEditor, type Editor } from './editor.ts';
import type { Draft } from './unsaved.ts';

const LONG = 'One goes home early. The other one stays for a long while, and nobody asks why.';

const ROWS = [
  segment(1, { text_original: LONG, text_target: LONG, end_time: '00:00:11.000', approved: true }),
  segment(2, { origin: 'machine', start_time: '00:00:12.000', end_time: '00:00:14.000' }),
  segment(3, { origin: 'memory', mismatch: true, start_time: '00:00:15.000', end_time: '00:00:17.000' }),
];
const IDS = ROWS.map(({ id }) => id);

const replacingAll =
  (fields: Draft): BulkStep =>
  ({ rows }) =>
    replacing(rows.map((row) => ({ ...row, fields })));

async function written(editor: Editor, ...drafts: Draft[]): Promise<void> {
  for (const draft of drafts) editor.fill(1, draft);
  await editor.save(1);
}

it.each<[string, (editor: Editor) => Promise<unknown>]>([
  ['find and replace', (editor) => editor.changeMany(IDS, replacingAll({ text_target: 'Other' }))],
  ['a change of times', (editor) => editor.changeMany(IDS, replacingAll({ end_time: '00:00:20.000' }))],
  ['accepting', (editor) => editor.changeMany(IDS, accepting)],
  ['a bulk merge', (editor) => editor.changeMany(IDS, mergingRuns)],
  ['a bulk deletion', (editor) => editor.changeMany(IDS, deletingAll)],
  ['dividing', async (editor) => editor.changeMany(IDS, dividingAll(await editor.proposeDivisions()))],
  ['a split', (editor) => editor.split(1, { field: 'text_target', at: 20 })],
  ['a merge', (editor) => editor.mergeWithNext(2)],
  ['a deletion', (editor) => editor.remove(3)],
  ['a mismatch mark, which takes the approval away', (editor) => written(editor, { mismatch: true })],
  ['two texts of one save', (editor) => written(editor, { text_target: 'A' }, { text_target: 'B' })],
  [
    'an acceptance that was saved with a text',
    async (editor) => {
      editor.fill(3, { text_target: 'Typed' });
      editor.fill(3, ACCEPTED);
      await editor.save(3);
    },
  ],
])('undoing %s restores texts, origin, approval, doubt and the mark of an edited row', async (_, change) => {
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
