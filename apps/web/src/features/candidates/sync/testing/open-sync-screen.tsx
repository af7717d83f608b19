import { fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { Received, Reply } from '../../../../api/testing/loopback.ts';
import { createSimulatedMedium } from '../../../../media/testing/simulated-medium.ts';
import * as youtube from '../../../../media/youtube-media.ts';
import { type OpenedPage, openPage } from '../../../../testing/open-page.tsx';
import type { CueDocument } from '../model/cue-document.ts';
import { SyncScreen } from '../sync-screen.tsx';
import { cueDocumentAt, evenCueDocument } from './cue-documents.ts';
import { createSyncServer } from './sync-server.ts';

export const THREE = cueDocumentAt([1000, 3000], [4000, 6000], [8000, 9000]);

export let page: OpenedPage;
export let server: ReturnType<typeof createSyncServer>;
export let medium: ReturnType<typeof createSimulatedMedium>;

type Answer = (received: Received) => Reply | undefined;

/** Opens the sync editor of candidate 4; `override` responds before the server. */
export async function open(
  cueDocument: CueDocument = THREE,
  override: Answer = () => undefined,
  language = 'en',
  other = evenCueDocument(3),
) {
  return openVersions({ en: cueDocument, es: other }, language, override);
}

/** Opens the sync editor of one of these versions of candidate 4. */
export async function openVersions(
  versions: Record<string, CueDocument>,
  language: string,
  override: Answer = () => undefined,
) {
  server = createSyncServer(versions);
  page = await openPage(
    { path: '/subtitles/sync/$candidateId/$language', component: SyncScreen },
    `/subtitles/sync/4/${language}`,
    (received) => override(received) ?? server.answer(received),
  );
  return page.user;
}

export const row = (number: number) => screen.findByLabelText(`Segment ${number}`);
export const rows = () => document.querySelectorAll('article').length;
export const field = (number: number, name: 'start' | 'end' | 'text') =>
  screen.getByLabelText<HTMLInputElement>(`Segment ${number}, ${name}`);
export const times = (number: number) => [field(number, 'start').value, field(number, 'end').value];
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const press = (key: string, init: object = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...init });
export const isUnsavedShown = () => screen.queryByText('Unsaved Changes') !== null;

/** Opens the same editor with a playable video. */
export async function openReady(cueDocument: CueDocument = THREE, override?: Answer) {
  const user = await open(cueDocument, override);
  await row(1);
  medium.tell({ type: 'ready', duration: 100_000 });
  return user;
}

export function prepare(): void {
  medium = createSimulatedMedium();
  // A simulated medium that follows the clock replaces YouTube's player.
  vi.spyOn(youtube, 'createYouTubeMedia').mockImplementation(() => medium.media);
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  Element.prototype.scrollIntoView = vi.fn();
}

export const close = () => page.close();
