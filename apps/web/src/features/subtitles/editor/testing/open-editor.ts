import { createEditor, type Editor } from '../editor.ts';
import type { Unsaved } from '../model/draft.ts';
import { segments } from './segments.ts';
import { createServerPort } from './server-port.ts';

/** An editor over so many segments of a server in memory, with a clock that the test moves. */
export function open(count = 3, unsaved = new Map<number, Unsaved>()) {
  const start = segments(count);
  const server = createServerPort(start);
  const clock = { now: 0 };
  const editor = createEditor({
    segments: start,
    unsaved,
    languages: { original: 'es', target: 'en' },
    port: server.port,
    now: () => clock.now,
  });
  return { editor, server, clock };
}

/** The target texts as they are shown. */
export const shown = (editor: Editor) =>
  editor.getState().segments.map(({ id }) => editor.row(id)?.value.text_target);
export const idsOf = (editor: Editor) => editor.getState().segments.map(({ id }) => id);
