import { fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { Received, Reply } from '../../../../api/testing/loopback.ts';
import { createSimulatedMedium } from '../../../../media/testing/simulated-medium.ts';
import * as youtube from '../../../../media/youtube-media.ts';
import { type OpenedPage, openPage } from '../../../../testing/open-page.tsx';
import type { CueDocument } from '../model/cue-document.ts';
import { SyncScreen } from '../sync-screen.tsx';
import { createCueDocument, createEvenCueDocument } from './cue-documents.ts';
import { createSyncServer } from './sync-server.ts';

export const THREE = createCueDocument([1000, 3000], [4000, 6000], [8000, 9000]);

export let page: OpenedPage;
export let server: ReturnType<typeof createSyncServer>;
export let medium: ReturnType<typeof createSimulatedMedium>;

type Respond = (received: Received) => Reply | undefined;

/** Opens the sync editor of candidate 4; responses of `override` take precedence. */
export async function open(
  cueDocument: CueDocument = THREE,
  override: Respond = () => undefined,
  language = 'en',
  other = createEvenCueDocument(3),
) {
  return openVersions({ en: cueDocument, es: other }, language, override);
}

/** Opens the sync editor of one of these versions of candidate 4. */
export async function openVersions(
  versions: Record<string, CueDocument>,
  language: string,
  override: Respond = () => undefined,
) {
  mockBrowser();
  server = createSyncServer(versions);
  page = await openPage(
    { path: '/subtitles/sync/$candidateId/$language', component: SyncScreen },
    `/subtitles/sync/4/${language}`,
    (received) => override(received) ?? server.respond(received),
  );
  return page.user;
}

/** Opens the sync editor, and waits for its first segment. */
export async function openLoaded(...options: Parameters<typeof open>) {
  const user = await open(...options);
  await findRow(1);
  return user;
}

/** Opens the sync editor, and changes the first segment's text to "Hello". */
export async function openEdited(...options: Parameters<typeof open>) {
  const user = await openLoaded(...options);
  fireEvent.change(field(1, 'text'), { target: { value: 'Hello' } });
  return user;
}

export const findRow = (number: number) => screen.findByLabelText(`Segment ${number}`);
export const countRows = () => document.querySelectorAll('article').length;
export const field = (number: number, name: 'start' | 'end' | 'text') =>
  screen.getByLabelText<HTMLInputElement>(`Segment ${number}, ${name}`);
export const times = (number: number) => [field(number, 'start').value, field(number, 'end').value];
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const pressKey = (key: string, init: object = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...init });
export const showsUnsavedChanges = () => screen.queryByText('Unsaved Changes') !== null;

/** Opens the sync editor with a playable video. */
export async function openWithVideo(cueDocument: CueDocument = THREE, override?: Respond) {
  const user = await openLoaded(cueDocument, override);
  medium.emit({ type: 'ready', duration: 100_000 });
  return user;
}

function mockBrowser(): void {
  medium = createSimulatedMedium();
  // Replaces YouTube's player.
  vi.spyOn(youtube, 'createYouTubeMedia').mockImplementation(() => medium.media);
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  Element.prototype.scrollIntoView = vi.fn();
}
