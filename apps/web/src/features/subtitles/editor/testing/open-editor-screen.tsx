import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { vi } from 'vitest';
import type { Received, Reply } from '../../../../api/testing/loopback.ts';
import { type OpenedPage, openPage } from '../../../../testing/open-page.tsx';
import { EditorScreen } from '../editor-screen.tsx';
import { createEditorServer } from './editor-server.ts';
import { segments } from './segments.ts';

export let page: OpenedPage;
export let server: ReturnType<typeof createEditorServer>;

type Respond = (received: Received) => Reply | Promise<Reply | undefined> | undefined;

/** Opens the editor of alignment 3. `override` can respond in place of the server. */
export async function open(rows = segments(3), override: Respond = () => undefined, search = '') {
  mockLayout();
  server = createEditorServer(rows);
  const path = '/subtitles/$alignmentId/edit';
  page = await openPage(
    { path, component: EditorScreen, validateSearch: (search) => search },
    `/subtitles/3/edit${search}`,
    (received) => override(received) ?? server.respond(received),
  );
  return page.user;
}

/** Finds a row's text field by its label. A query by role would be slow, since it computes the name of every field. */
export function textField(number: number, column: 'Original' | 'Target' = 'Target'): HTMLTextAreaElement {
  const label = `Segment ${number}, ${column} Subtitle`;
  const field = document.querySelector<HTMLTextAreaElement>(`textarea[aria-label="${label}"]`);
  if (!field) throw new Error(`${label} isn't on the page`);
  return field;
}
/** Opens the editor, and waits for its first row. */
export async function openLoaded(...options: Parameters<typeof open>) {
  const user = await open(...options);
  await waitForRow();
  return user;
}

export const waitForRow = (number = 1) => waitFor(() => textField(number));
export const texts = () => server.stored().map(({ text_target }) => text_target);
export const actions = (number: number) =>
  within(screen.getByRole('toolbar', { name: `Actions for segment ${number}` }));
export const press = (key: string, init: object, target: Element = document.activeElement ?? document.body) =>
  fireEvent.keyDown(target, { key, ...init });

function mockLayout(): void {
  Element.prototype.scrollIntoView = vi.fn();
  // happy-dom has no layout: pretend that the page is high enough to scroll, and send scroll events.
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(1_000_000);
  vi.spyOn(window, 'scrollTo').mockImplementation((to) => {
    document.documentElement.scrollTop = (to as ScrollToOptions).top ?? 0;
    // Asynchronous as in a browser: React may be rendering during the call.
    setTimeout(() => window.dispatchEvent(new Event('scroll')));
  });
  document.documentElement.scrollTop = 0;
}
