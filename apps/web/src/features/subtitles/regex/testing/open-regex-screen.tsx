import type { subtitles } from '@sayback/contract';
import { screen } from '@testing-library/react';
import type { Received, Reply } from '../../../../api/testing/loopback.ts';
import { type OpenedPage, openPage } from '../../../../testing/open-page.tsx';
import { revision, targetSubtitle } from '../../testing/samples.ts';
import { RegexScreen } from '../regex-screen.tsx';

const DETAIL: subtitles.RevisionDetail = {
  ...revision(2),
  video_id: 7,
  video_title: 'A clip',
  language: 'es',
  alignment_id: 3,
};
const SUBTITLE = targetSubtitle({ needs_realign: true });
const ORIGINALS = ['Hola, amigo.', 'Adiós, amigo.', 'OK'];

type Server = {
  /** The texts of the draft, by the segment's index. */
  draftTexts: Record<number, string>;
  patterns: subtitles.SavedPattern[];
  previewResponse: (body: unknown) => Reply;
  saveResponse: () => Reply;
  applyResponse: () => Reply;
  listResponse: () => Reply;
};

export const ok = (body: unknown): Reply => ({ status: 200, body });
const segment = (index: number): subtitles.RevisionSegment => ({
  index,
  start: `00:00:0${index}.400`,
  end: `00:00:0${index + 1}.900`,
  original: ORIGINALS[index - 1] ?? '',
  modified: server.draftTexts[index] ?? ORIGINALS[index - 1] ?? '',
});
export const segments = () => ({ segments: ORIGINALS.map((_, at) => segment(at + 1)) });

/** Response to a search for 'amigo'. */
export const searchMatch = (index: number, replacement: string): subtitles.RegexMatch => {
  const before = segment(index).modified;
  const start = before.indexOf('amigo');
  return {
    ...segment(index),
    before,
    modified: before.replace('amigo', replacement),
    matches: [
      {
        before: { start, end: start + 'amigo'.length },
        after: { start, end: start + replacement.length },
      },
    ],
  };
};

const createServer = (): Server => ({
  draftTexts: {},
  patterns: [],
  listResponse: () => ok(segments()),
  previewResponse: () => ok({ segments: [searchMatch(1, 'tú'), searchMatch(2, 'tú')] }),
  saveResponse: () => ({ status: 201, body: { revision_id: 9, file_id: 4 } }),
  applyResponse: () => ok({ saved_revision_id: 8, subtitle: SUBTITLE }),
});
export const server: Server = createServer();
let opened: OpenedPage | undefined;

function respond({ method, path, body }: Received): Reply | undefined {
  const key = `${method} ${path}`;
  if (key === 'GET /api/revisions/2/') return ok(DETAIL);
  if (key === 'GET /api/subtitles/2/regex-edit/') return server.listResponse();
  if (key === 'POST /api/subtitles/2/regex-edit/') return server.previewResponse(body);
  if (key === 'POST /api/subtitles/2/apply-changes/') {
    const sent = (body as { segments: { index: number; modified: string }[] }).segments;
    for (const { index, modified } of sent) server.draftTexts[index] = modified;
    return ok(segments());
  }
  if (key === 'POST /api/subtitles/2/reset/') {
    server.draftTexts = {};
    return ok(segments());
  }
  if (key === 'POST /api/subtitles/2/save-edited-subtitle/') return server.saveResponse();
  if (key === 'POST /api/revisions/9/apply/') return server.applyResponse();
  if (key === 'GET /api/videos/7/subtitles/') return ok({ results: [{ ...SUBTITLE, id: 6 }, SUBTITLE] });
  if (key === 'POST /api/subtitles/5/align/') return { status: 201, body: { alignment_id: 3 } };
  if (key === 'GET /api/regex-patterns/') return ok(server.patterns);
  if (key === 'POST /api/regex-patterns/') {
    const pattern = { id: server.patterns.length + 1, ...(body as Omit<subtitles.SavedPattern, 'id'>) };
    server.patterns = [...server.patterns, pattern];
    return { status: 201, body: pattern };
  }
  if (method === 'DELETE') {
    server.patterns = [];
    return { status: 204 };
  }
  return undefined;
}

/** Opens the regex editor of a revision; only number 2 exists. */
export async function open(id = '2') {
  const page = { path: '/subtitles/$revisionId/regex-edit', component: RegexScreen };
  opened = await openPage(page, `/subtitles/${id}/regex-edit`, respond);
  return opened;
}

export const visibleText = (element: Element | null | undefined) =>
  element?.textContent?.replace(/\s+/g, ' ').trim();
export const rows = () =>
  screen
    .queryAllByTestId('regex-row')
    .map((row) => [...row.querySelectorAll('p')].map((text) => visibleText(text)).join(' | '));
export const press = async ({ user }: OpenedPage, name: string) =>
  user.click(await screen.findByRole('button', { name }));
export const patternField = () => screen.findByRole('textbox', { name: 'Regex Pattern' });

/** Searches for 'amigo' and waits for the preview. */
export async function search(page: OpenedPage, pattern = 'amigo') {
  await page.user.type(await patternField(), pattern.replaceAll(/[[{]/g, '$&$&'));
  await page.user.type(screen.getByRole('textbox', { name: 'Replacement Text' }), 'tú');
  await press(page, 'Apply Regex');
}
export const waitForMatches = () => screen.findByText(/2 segments match/);

export const prepare = () => void Object.assign(server, createServer());
export const close = () => opened?.close();
