import '@mantine/core/styles/Menu.css';
import { Button, Menu } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import { DeckDialog } from './deck-dialog.tsx';
import classes from './download-menu.module.css';
import { useDownload } from './use-download.ts';

type Section = {
  of: subtitles.Download['of'];
  id: number;
  wording: 'downloads.ofSubtitle' | 'downloads.ofAlignment' | 'downloads.ofRevision';
  formats: readonly (keyof typeof WORDING)[];
};

const WORDING = {
  srt: 'downloads.srt',
  vtt: 'downloads.vtt',
  ass: 'downloads.ass',
  ttml: 'downloads.ttml',
  'bilingual-srt': 'downloads.bilingual',
  csv: 'downloads.csv',
  tsv: 'downloads.tsv',
  apkg: 'downloads.apkg',
} as const;

const OF_CUES = ['srt', 'vtt', 'ass', 'ttml', 'csv'] as const;
const OF_SEGMENTS = ['srt', 'vtt', 'ass', 'ttml', 'bilingual-srt', 'csv', 'tsv', 'apkg'] as const;

function sectionsOfSubtitle({ id, alignment_id }: subtitles.Subtitle): Section[] {
  const own: Section = { of: 'subtitle', id, wording: 'downloads.ofSubtitle', formats: OF_CUES };
  if (alignment_id === null) return [own];
  return [{ of: 'alignment', id: alignment_id, wording: 'downloads.ofAlignment', formats: OF_SEGMENTS }, own];
}

function sectionsOfRevision({ id, kind }: subtitles.Revision): Section[] {
  const formats = kind === 'alignment' ? OF_SEGMENTS : OF_CUES;
  return [{ of: 'revision', id, wording: 'downloads.ofRevision', formats }];
}

export function DownloadMenu(props: { subtitle: subtitles.Subtitle } | { revision: subtitles.Revision }) {
  const { t } = useTranslation();
  const { download, isPending, deckJob, closeDeck } = useDownload();
  const sections =
    'subtitle' in props ? sectionsOfSubtitle(props.subtitle) : sectionsOfRevision(props.revision);
  return (
    <>
      {/* In the main landmark, where screen readers look for it; fixed, so that the list doesn't clip it. */}
      <Menu position="bottom-start" withinPortal={false} floatingStrategy="fixed">
        <Menu.Target>
          <Button
            variant="quiet"
            loading={isPending}
            leftSection={<IconDownload size={18} aria-hidden />}
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            {t('downloads.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {sections.map(({ of, id, wording, formats }) => [
            <Menu.Label key={of}>{t(wording)}</Menu.Label>,
            ...formats.map((format) => (
              <Menu.Item
                key={`${of} ${format}`}
                className={classes.item}
                onClick={() => download({ of, id, format } as subtitles.Download)}
              >
                {t(WORDING[format])}
              </Menu.Item>
            )),
          ])}
        </Menu.Dropdown>
      </Menu>
      {deckJob !== null && <DeckDialog jobId={deckJob} onClose={closeDeck} />}
    </>
  );
}
