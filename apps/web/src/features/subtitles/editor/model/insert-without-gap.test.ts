import { describe, expect, it } from 'vitest';
import { createMemorySegmentGateway } from '../testing/memory-segment-gateway.ts';
import { segment } from '../testing/segments.ts';
import { createEditor } from './editor.ts';

/** Without gaps. Row 1 is longer than row 2, and row 3 is longer than row 2. */
const ROWS = [
  segment(1, { start_time: '00:00:00.000', end_time: '00:00:04.000' }),
  segment(2, { start_time: '00:00:04.000', end_time: '00:00:06.000' }),
  segment(3, { start_time: '00:00:06.000', end_time: '00:00:10.000' }),
];

function openRows() {
  const server = createMemorySegmentGateway(ROWS);
  const languages = { original: 'es', target: 'en' };
  const editor = createEditor({ segments: ROWS, languages, gateway: server.gateway, now: () => 0 });
  const storedTimes = () => server.stored().map(({ start_time, end_time }) => [start_time, end_time]);
  const initial = { times: storedTimes(), edited: server.stored().map(({ edited }) => edited) };
  const expectInitialTimes = () => {
    expect(storedTimes()).toEqual(initial.times);
    expect(server.stored().map(({ edited }) => edited)).toEqual(initial.edited);
    expect(editor.getState().segments).toEqual(server.stored());
  };
  return { editor, server, storedTimes, expectInitialTimes };
}

describe.each([
  { after: 1, shortened: 1, field: 'end_time', time: '00:00:03.900' },
  { after: 2, shortened: 3, field: 'start_time', time: '00:00:06.100' },
] as const)(
  'inserting after row $after, which shortens row $shortened',
  ({ after, shortened, field, time }) => {
    it('shows the new time, which undo restores and redo sets again', async () => {
      const { editor, server, storedTimes, expectInitialTimes } = openRows();
      await editor.insertAfter(after);
      expect(editor.row(shortened)?.value[field]).toBe(time);
      expect(editor.getState().segments).toEqual(server.stored());
      const times = storedTimes();
      await editor.reload('all');
      expect((await editor.undo()).result).toBe('done');
      expectInitialTimes();
      expect((await editor.redo()).result).toBe('done');
      expect(storedTimes()).toEqual(times);
      await editor.undo();
      expectInitialTimes();
    });

    it('saves a text typed in that row before', async () => {
      const { editor, server, expectInitialTimes } = openRows();
      editor.write(shortened, 'text_target', 'Typed');
      await editor.insertAfter(after);
      await editor.reload('all');
      expect(await editor.save(shortened, false)).toMatchObject({ result: 'done' });
      expect(server.stored().find(({ id }) => id === shortened)).toMatchObject({
        text_target: 'Typed',
        [field]: time,
      });
      await editor.undo();
      expect(server.stored().find(({ id }) => id === shortened)).toMatchObject({ [field]: time });
      await editor.undo();
      expectInitialTimes();
    });

    it('saves a text typed in that row while inserting', async () => {
      const { editor, server } = openRows();
      const inserting = editor.insertAfter(after);
      editor.write(shortened, 'text_target', 'Typed');
      await inserting;
      await editor.save(shortened, false);
      expect(server.texts()).toContain('Typed');
    });

    it('leaves unsaved fields unsaved when it is undone and redone, and undoes them afterwards', async () => {
      const { editor, server } = openRows();
      editor.write(shortened, 'text_target', 'Typed');
      editor.setFields(shortened, { end_time: '00:00:12.000' });
      await editor.insertAfter(after);
      const unsaved = { text_target: 'Typed', end_time: '00:00:12.000' };
      expect(editor.row(shortened)?.unsaved?.fields).toEqual(unsaved);
      await editor.undo();
      expect(editor.row(shortened)?.unsaved?.fields).toEqual(unsaved);
      await editor.redo();
      expect(editor.row(shortened)?.unsaved?.fields).toEqual(unsaved);
      await editor.undo();
      await editor.undo();
      expect(editor.row(shortened)?.unsaved?.fields).toEqual({ text_target: 'Typed' });
      expect(await editor.save(shortened)).toMatchObject({ result: 'done' });
      expect(server.texts()).toContain('Typed');
    });

    it('reports a conflict if someone else had changed that row', async () => {
      const { editor, server } = openRows();
      editor.write(shortened, 'text_target', 'Mine');
      server.changeElsewhere(shortened, { text_target: 'Theirs' });
      await editor.insertAfter(after);
      expect(await editor.save(shortened)).toEqual({ result: 'conflict' });
      expect(editor.row(shortened)?.value.text_target).toBe('Mine');
      expect(server.texts()).toContain('Theirs');
    });
  },
);

it('loads the new times from a server that returns no shortened neighbour', async () => {
  const { editor, server } = openRows();
  const { insert } = server.gateway;
  server.gateway.insert = async (...position) => ({ ...(await insert(...position)), shortened: [] });
  const outcome = await editor.insertAfter(1);
  await editor.reload('all');
  expect(outcome).toMatchObject({ result: 'done' });
  expect(editor.getState().segments).toEqual(server.stored());
});
