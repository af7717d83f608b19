import type { Page } from '@playwright/test';
import { subtitles, videos } from '@sayback/contract';
import { DESKTOP, DIALOG, expectScreensAccessible, PHONE, type Screen } from '../../support/accessibility.ts';
import {
  addClip,
  adminApi,
  apiAs,
  clipFile,
  createLearner,
  ENGLISH_CLIP,
  fetchSegments,
  fetchSubtitle,
} from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';
import { editorPage, subtitleCard } from './editor.ts';

type Ids = { video: number; subtitle: number; alignment: number | null; revision: number };

/** A few are enough: all rows have the same elements. */
const ROW_COUNT = 3;

/** So long that publishing shows a warning. */
const LONG_TEXT =
  'Good morning, Mister Hill. Is it very cold outside today, or is it only the wind that makes it so?';

const detailUrl = ({ video }: Ids) => `/video-manager/videos/${video}`;
const filesUrl = ({ subtitle }: Ids) => `/subtitles/list/${subtitle}`;
const revisionsUrl = ({ subtitle }: Ids) => `/revisions/${subtitle}`;
const editorUrl = ({ alignment }: Ids) => `/subtitles/${alignment}/edit`;
const regexUrl = ({ revision }: Ids) => `/subtitles/${revision}/regex-edit`;

const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const expectDialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();
const openFromCard = (name: string) => async (page: Page) => {
  await subtitleCard(page, 'Spanish').getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toBeVisible();
};
const waitForRows = (page: Page) => expect(editorPage(page).rows.first()).toBeVisible();
const openFromMenu = (name: string) => async (page: Page) => {
  await waitForRows(page);
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await expectDialog(page);
};
const applyPattern = async (page: Page, pattern: string) => {
  await page.getByRole('textbox', { name: 'Regex Pattern' }).fill(pattern);
  await button(page, 'Apply Regex').click();
};
const searchForMatches = async (page: Page) => {
  await applyPattern(page, 'a');
  await expect(page.getByText(/segments match/)).toBeVisible();
};

/** Dialogs of one page are next to each other, so that the page is loaded only once. */
const SCREENS: Screen<Ids>[] = [
  {
    name: 'moving a video to the trash',
    url: () => '/video-manager',
    widths: [DESKTOP],
    selector: DIALOG,
    prepare: async (page) => {
      await page
        .getByTestId('managed-video')
        .first()
        .getByRole('button', { name: /^Delete/ })
        .click();
      await expectDialog(page);
    },
  },
  {
    name: 'the trash',
    url: () => '/video-manager?view=trash',
    prepare: (page) => expect(page.getByTestId('trashed-video').first()).toBeVisible(),
  },
  {
    name: 'editing a video',
    url: detailUrl,
    prepare: async (page) => {
      await button(page, 'Edit').click();
      await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
    },
  },
  { name: 'downloads', url: detailUrl, widths: [DESKTOP], prepare: openFromCard('Download') },
  {
    name: 'saving a revision',
    url: detailUrl,
    widths: [DESKTOP],
    selector: DIALOG,
    prepare: openFromCard('Save Revision'),
  },
  {
    name: 'applying a revision',
    url: detailUrl,
    widths: [DESKTOP],
    selector: DIALOG,
    prepare: async (page) => {
      await openFromCard('Apply Revision')(page);
      await page.getByRole('combobox', { name: 'Revision' }).click();
      await page.getByRole('option').first().click();
      await expect(page.getByText('What will change')).toBeVisible();
    },
  },
  {
    name: 'deleting a subtitle',
    url: detailUrl,
    widths: [DESKTOP],
    selector: DIALOG,
    prepare: openFromCard('Delete'),
  },
  {
    name: 'changing a language',
    url: detailUrl,
    widths: [DESKTOP],
    selector: DIALOG,
    prepare: openFromCard('Change language'),
  },
  {
    name: 'beginning a translation',
    url: detailUrl,
    widths: [DESKTOP],
    selector: DIALOG,
    prepare: async (page) => {
      await button(page, 'New translation').click();
      await expectDialog(page);
    },
  },
  {
    name: 'warnings before publishing',
    url: detailUrl,
    widths: [DESKTOP],
    selector: DIALOG,
    prepare: async (page) => {
      await button(page, 'Publish').click();
      await expectDialog(page);
    },
  },
  {
    name: 'uploading several files',
    url: detailUrl,
    selector: DIALOG,
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
    url: filesUrl,
    prepare: (page) => expect(page.getByTestId('stored-file').first()).toBeVisible(),
  },
  {
    name: 'revisions',
    url: revisionsUrl,
    prepare: (page) => expect(page.getByTestId('revision').first()).toBeVisible(),
  },
  {
    name: 'comparing revisions',
    url: revisionsUrl,
    selector: DIALOG,
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
    url: editorUrl,
    prepare: async (page) => {
      await waitForRows(page);
      await editorPage(page).target(2).fill('¿A Biscuit?');
      await expect(editorPage(page).unsaved).toHaveCount(1);
    },
  },
  {
    name: 'the editor’s menu',
    url: editorUrl,
    widths: [DESKTOP],
    prepare: async (page) => {
      await waitForRows(page);
      await button(page, 'More').click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'finding and replacing',
    url: editorUrl,
    prepare: async (page) => {
      await waitForRows(page);
      await page.keyboard.press('Control+h');
      await page.getByRole('textbox', { name: 'Find' }).fill('a');
      await page.getByRole('textbox', { name: 'Replace with' }).fill('e');
      await expect(page.getByText(/ match(?:es)? in /)).toBeVisible();
    },
  },
  {
    name: 'selected rows',
    url: editorUrl,
    differsByWidth: true,
    prepare: async (page) => {
      await waitForRows(page);
      await page.getByRole('checkbox', { name: 'Select segment 1' }).check();
      await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeVisible();
    },
  },
  {
    name: 'the editor’s keyboard shortcuts',
    url: editorUrl,
    widths: [DESKTOP],
    selector: DIALOG,
    prepare: async (page) => {
      await waitForRows(page);
      await page.keyboard.press('?');
      await expectDialog(page);
    },
  },
  {
    name: 'the glossary',
    url: editorUrl,
    widths: [DESKTOP],
    selector: DIALOG,
    prepare: openFromMenu('Glossary'),
  },
  {
    name: 'dividing long segments',
    url: editorUrl,
    widths: [DESKTOP],
    selector: DIALOG,
    prepare: openFromMenu('Divide long segments'),
  },
  {
    name: 'changing all times',
    url: editorUrl,
    widths: [DESKTOP],
    selector: DIALOG,
    prepare: openFromMenu('Change times'),
  },
  {
    name: 'watching a segment',
    url: editorUrl,
    widths: [DESKTOP],
    selector: DIALOG,
    prepare: async (page) => {
      await waitForRows(page);
      await editorPage(page).rows.first().getByRole('button', { name: 'Play Segment' }).click();
      await expectDialog(page);
    },
  },
  {
    name: 'reported lines',
    url: ({ subtitle }) => `/cuts/${subtitle}`,
    prepare: (page) => expect(page.getByTestId('cut').first()).toBeVisible(),
  },
  { name: 'the regex editor with matches', url: regexUrl, prepare: searchForMatches },
  {
    name: 'an invalid pattern',
    url: regexUrl,
    widths: [DESKTOP],
    prepare: async (page) => {
      await applyPattern(page, '(');
      await expect(page.locator('[aria-invalid=true]')).toBeVisible();
    },
  },
  {
    name: 'the library of patterns',
    url: regexUrl,
    widths: [DESKTOP],
    selector: DIALOG,
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Regex Pattern' }).fill(' +');
      await button(page, 'Saved patterns').click();
      await expect(page.getByRole('button', { name: 'Use Dashes' })).toBeVisible();
    },
  },
  {
    name: 'leaving the regex editor',
    url: regexUrl,
    widths: [DESKTOP],
    selector: DIALOG,
    prepare: async (page) => {
      await searchForMatches(page);
      await page.getByRole('link', { name: 'Back to the revisions' }).click();
      await expectDialog(page);
    },
  },
  {
    name: 'an unknown alignment',
    url: () => '/subtitles/999999/edit',
    widths: [PHONE],
    prepare: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
];

let ids: Ids;
test.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  const trashed = await addClip(admin, { ...ENGLISH_CLIP, title: 'Deleted video' });
  await admin(videos.deleteVideo, { params: { id: trashed } });
  const video = await addClip(admin, ENGLISH_CLIP);
  const { id, alignment_id } = await fetchSubtitle(admin, video);
  const [first, ...otherSegments] = await fetchSegments(admin, video);
  const unneeded = otherSegments.slice(ROW_COUNT - 1);
  await admin(subtitles.changeSegments, {
    params: { id: alignment_id },
    body: {
      changes: [
        {
          op: 'update',
          id: first?.id,
          fields: { end_time: otherSegments[0]?.start_time, text_original: LONG_TEXT, mismatch: true },
        },
        ...unneeded.map((segment) => ({ op: 'delete', id: segment.id })),
      ],
    },
  });
  const learner = await apiAs(server.url, await createLearner(server.url));
  await learner(subtitles.reportLine, {
    params: { id: first?.id },
    body: { kind: 'wrong_text', nudge: null },
  });
  await admin(videos.updateVideo, { params: { id: video }, body: { published: false } });
  const saved = await admin(subtitles.saveRevision, {
    params: { id: alignment_id },
    body: { note: 'First version' },
  });
  const revision = saved.revision_id;
  await admin(subtitles.applyRegexChanges, {
    params: { id: revision },
    body: { segments: [{ index: 1, modified: 'Muy buenas, señor Hill.' }] },
  });
  await admin(subtitles.savePattern, { body: { name: 'Dashes', regex: '^- ?', replacement: '' } });
  ids = { video, subtitle: id, alignment: alignment_id, revision };
});

test('the curation screens are accessible', async ({ page, signIn }) => {
  await signIn(page, ADMIN);
  await expectScreensAccessible(page, SCREENS, ids);
});
