import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { vi } from 'vitest';
import type { Received, Reply } from '../../../../api/testing/loopback.ts';
import { type OpenedPage, openPage } from '../../../../testing/open-page.tsx';
import { EditorScreen } from '../editor-screen.tsx';
import { createEditorServer } from './editor-server.ts';
import { segments } from './segments.ts';

export let page: OpenedPage;
export let server: ReturnType<typeof createEditorServer>;

type Answer = (received: Received) => Reply | undefined;

/** Opens the editor of alignment 3; `override` responds before the server. */
export async function open(list = segments(3), override: Answer = () => undefined, search = '') {
  server = createEditorServer(list);
  const path = '/subtitles/$alignmentId/edit';
  page = await openPage(
    { path, component: EditorScreen, validateSearch: (search) => search },
    `/subtitles/3/edit${search}`,
    (received) => override(received) ?? server.answer(received),
  );
  return page.user;
}

/** A row's field by its label: a query by role works out the name of every field of the page, whenever it waits. */
export function text(number: number, column: 'Original' | 'Target' = 'Target'): HTMLTextAreaElement {
  const label = `Segment ${number}, ${column} Subtitle`;
  const field = document.querySelector<HTMLTextAreaElement>(`textarea[aria-label="${label}"]`);
  if (!field) throw new Error(`${label} isn't on the page`);
  return field;
}
export const loaded = (number = 1) => waitFor(() => text(number));
export const texts = () => server.stored().map(({ text_target }) => text_target);
export const actions = (number: number) =>
  within(screen.getByRole('toolbar', { name: `Actions for segment ${number}` }));
export const press = (key: string, init: object, target: Element = document.activeElement ?? document.body) =>
  fireEvent.keyDown(target, { key, ...init });

export function prepare(): void {
  Element.prototype.scrollIntoView = vi.fn();
  // Elements have no height here, a page without one doesn't scroll, and scrolling sends no events.
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(1_000_000);
  vi.spyOn(window, 'scrollTo').mockImplementation((to) => {
    document.documentElement.scrollTop = (to as ScrollToOptions).top ?? 0;
    // Asynchronous as in a browser, since React may be rendering during the call.
    setTimeout(() => window.dispatchEvent(new Event('scroll')));
  });
  document.documentElement.scrollTop = 0;
}

export const close = () => page.close();
