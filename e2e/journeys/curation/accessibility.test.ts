import type { Page } from '@playwright/test';
import { subtitles, videos } from '@sayback/contract';
import { DESK, DIALOG, expectScreensAccessible, PHONE, type Screen } from '../../support/accessibility.ts';
import {
  addClip,
  adminApi,
  apiAs,
  clipFile,
  ENGLISH_CLIP,
  makeLearner,
  segmentsOf,
  subtitleOf,
} from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';
import { cardFor, editorPage } from './editor.ts';

type Ids = { video: number; subtitle: number; alignment: number | null; revision: number };

/** Every row has the same elements, and axe checks each of them. */
const ROWS = 3;

/** A reason to think twice before publishing. */
const LONG =
  'Good morning, Mister Hill. Is it very cold outside today, or is it only the wind that makes it so?';

const detail = ({ video }: Ids) => `/video-manager/videos/${video}`;
const files = ({ subtitle }: Ids) => `/subtitles/list/${subtitle}`;
const revisions = ({ subtitle }: Ids) => `/revisions/${subtitle}`;
const editor = ({ alignment }: Ids) => `/subtitles/${alignment}/edit`;
const regex = ({ revision }: Ids) => `/subtitles/${revision}/regex-edit`;

const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const isOpen = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();
const onCard = (name: string) => async (page: Page) => {
  await cardFor(page, 'Spanish').getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toBeVisible();
};
const hasRows = (page: Page) => expect(editorPage(page).rows.first()).toBeVisible();
const fromMenu = (name: string) => async (page: Page) => {
  await hasRows(page);
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await isOpen(page);
};
const search = async (page: Page, pattern: string) => {
  await page.getByRole('textbox', { name: 'Regex Pattern' }).fill(pattern);
  await button(page, 'Apply Regex').click();
};
const finds = async (page: Page) => {
  await search(page, 'a');
  await expect(page.getByText(/segments match/)).toBeVisible();
};

/** Dialogs of one page are grouped, so that it is loaded once for them. */
const SCREENS: Screen<Ids>[] = [
  {
    name: 'moving a video to the trash',
    address: () => '/video-manager',
    widths: [DESK],
    part: DIALOG,
    prepare: async (page) => {
      await page
        .getByTestId('managed-video')
        .first()
        .getByRole('button', { name: /^Delete/ })
        .click();
      await isOpen(page);
    },
  },
  {
    name: 'the trash',
    address: () => '/video-manager?view=trash',
    prepare: (page) => expect(page.getByTestId('trashed-video').first()).toBeVisible(),
  },
  {
    name: 'editing a video',
    address: detail,
    prepare: async (page) => {
      await button(page, 'Edit').click();
      await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
    },
  },
  { name: 'downloads', address: detail, widths: [DESK], prepare: onCard('Download') },
  {
    name: 'saving a revision',
    address: detail,
    widths: [DESK],
    part: DIALOG,
    prepare: onCard('Save Revision'),
  },
  {
    name: 'applying a revision',
    address: detail,
    widths: [DESK],
    part: DIALOG,
    prepare: async (page) => {
      await onCard('Apply Revision')(page);
      await page.getByRole('combobox', { name: 'Revision' }).click();
      await page.getByRole('option').first().click();
      await expect(page.getByText('What will change')).toBeVisible();
    },
  },
  { name: 'deleting a subtitle', address: detail, widths: [DESK], part: DIALOG, prepare: onCard('Delete') },
  {
    name: 'changing a language',
    address: detail,
    widths: [DESK],
    part: DIALOG,
    prepare: onCard('Change language'),
  },
  {
    name: 'beginning a translation',
    address: detail,
    widths: [DESK],
    part: DIALOG,
    prepare: async (page) => {
      await button(page, 'New translation').click();
      await isOpen(page);
    },
  },
  {
    name: 'what learners would meet',
    address: detail,
    widths: [DESK],
    part: DIALOG,
    prepare: async (page) => {
      await button(page, 'Publish').click();
      await isOpen(page);
    },
  },
  {
    name: 'uploading several files',
    address: detail,
    part: DIALOG,
    prepare: async (page) => {
      await button(page, 'Upload Subtitle').click();
      await page
        .getByLabel('Subtitle file')
        .setInputFiles(['en.srt', 'es.srt'].map((name) => clipFile(ENGLISH_CLIP.slug, name)));
      await expect(page.getByRole('combobox', { name: 'Language of es.srt' })).toBeVisible();
    },
  },
  {
    name: 'stored files',
    address: files,
    prepare: (page) => expect(page.getByTestId('stored-file').first()).toBeVisible(),
  },
  {
    name: 'revisions',
    address: revisions,
    prepare: (page) => expect(page.getByTestId('revision').first()).toBeVisible(),
  },
  {
    name: 'comparing revisions',
    address: revisions,
    part: DIALOG,
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Compare revision/ })
        .first()
        .click();
      await expect(page.getByRole('region', { name: 'Differences' })).toBeVisible();
    },
  },
  {
    name: 'the aligned editor',
    address: editor,
    prepare: async (page) => {
      await hasRows(page);
      await editorPage(page).target(2).fill('¿A Biscuit?');
      await expect(editorPage(page).unsaved).toHaveCount(1);
    },
  },
  {
    name: 'what else the editor can do',
    address: editor,
    widths: [DESK],
    prepare: async (page) => {
      await hasRows(page);
      await button(page, 'More').click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'finding and replacing',
    address: editor,
    prepare: async (page) => {
      await hasRows(page);
      await page.keyboard.press('Control+h');
      await page.getByRole('textbox', { name: 'Find' }).fill('a');
      await page.getByRole('textbox', { name: 'Replace with' }).fill('e');
      await expect(page.getByText(/ match(?:es)? in /)).toBeVisible();
    },
  },
  {
    name: 'selected rows',
    address: editor,
    differsByWidth: true,
    prepare: async (page) => {
      await hasRows(page);
      await page.getByRole('checkbox', { name: 'Select segment 1' }).check();
      await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeVisible();
    },
  },
  {
    name: 'the editor’s keys',
    address: editor,
    widths: [DESK],
    part: DIALOG,
    prepare: async (page) => {
      await hasRows(page);
      await page.keyboard.press('?');
      await isOpen(page);
    },
  },
  {
    name: 'the glossary',
    address: editor,
    widths: [DESK],
    part: DIALOG,
    prepare: fromMenu('Glossary'),
  },
  {
    name: 'dividing long segments',
    address: editor,
    widths: [DESK],
    part: DIALOG,
    prepare: fromMenu('Divide long segments'),
  },
  {
    name: 'changing all times',
    address: editor,
    widths: [DESK],
    part: DIALOG,
    prepare: fromMenu('Change times'),
  },
  {
    name: 'watching a segment',
    address: editor,
    widths: [DESK],
    part: DIALOG,
    prepare: async (page) => {
      await hasRows(page);
      await editorPage(page).rows.first().getByRole('button', { name: 'Play Segment' }).click();
      await isOpen(page);
    },
  },
  {
    name: 'reported lines',
    address: ({ subtitle }) => `/cuts/${subtitle}`,
    prepare: (page) => expect(page.getByTestId('cut').first()).toBeVisible(),
  },
  { name: 'the regex editor with what it found', address: regex, prepare: finds },
  {
    name: 'a pattern that is refused',
    address: regex,
    widths: [DESK],
    prepare: async (page) => {
      await search(page, '(');
      await expect(page.locator('[aria-invalid=true]')).toBeVisible();
    },
  },
  {
    name: 'the library of patterns',
    address: regex,
    widths: [DESK],
    part: DIALOG,
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Regex Pattern' }).fill(' +');
      await button(page, 'Saved patterns').click();
      await expect(page.getByRole('button', { name: 'Use Dashes' })).toBeVisible();
    },
  },
  {
    name: 'leaving the regex editor',
    address: regex,
    widths: [DESK],
    part: DIALOG,
    prepare: async (page) => {
      await finds(page);
      await page.getByRole('link', { name: 'Back to the revisions' }).click();
      await isOpen(page);
    },
  },
  {
    name: 'an alignment that is not there',
    address: () => '/subtitles/999999/edit',
    widths: [PHONE],
    prepare: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
];

let ids: Ids;
test.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  const trashed = await addClip(admin, { ...ENGLISH_CLIP, title: 'Thrown away' });
  await admin(videos.deleteVideo, { params: { id: trashed } });
  const video = await addClip(admin, ENGLISH_CLIP);
  const { id, alignment_id } = await subtitleOf(admin, video);
  const [first, ...others] = await segmentsOf(admin, video);
  const superfluous = others.slice(ROWS - 1);
  await admin(subtitles.changeSegments, {
    params: { id: alignment_id },
    body: {
      changes: [
        {
          op: 'update',
          id: first?.id,
          fields: { end_time: others[0]?.start_time, text_original: LONG, mismatch: true },
        },
        ...superfluous.map((segment) => ({ op: 'delete', id: segment.id })),
      ],
    },
  });
  const learner = await apiAs(server.url, await makeLearner(server.url));
  await learner(subtitles.reportLine, {
    params: { id: first?.id },
    body: { kind: 'wrong_text', nudge: null },
  });
  await admin(videos.updateVideo, { params: { id: video }, body: { published: false } });
  const saved = await admin(subtitles.saveRevision, {
    params: { id: alignment_id },
    body: { note: 'As it was' },
  });
  const revision = saved.revision_id;
  await admin(subtitles.applyRegexChanges, {
    params: { id: revision },
    body: { segments: [{ index: 1, modified: 'Muy buenas, señor Hill.' }] },
  });
  await admin(subtitles.savePattern, { body: { name: 'Dashes', regex: '^- ?', replacement: '' } });
  ids = { video, subtitle: id, alignment: alignment_id, revision };
});

test('axe finds nothing on the curators’ screens', async ({ page, signIn }) => {
  await signIn(page, ADMIN);
  await expectScreensAccessible(page, SCREENS, ids);
});
