import '@mantine/core/styles/Menu.css';
import { Button, Menu } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { DeckDialog } from './deck-dialog.tsx';
import classes from './download-menu.module.css';
import { useDownload } from './use-download.ts';

type Section = {
  of: subtitles.Download['of'];
  id: number;
  labelKey: 'downloads.subtitleFile' | 'downloads.alignedSegments' | 'downloads.revision';
  formats: readonly (keyof typeof FORMAT_TEXT)[];
};

const FORMAT_TEXT = {
  srt: 'downloads.srt',
  vtt: 'downloads.vtt',
  ass: 'downloads.ass',
  ttml: 'downloads.ttml',
  'bilingual-srt': 'downloads.bilingual',
  csv: 'downloads.csv',
  tsv: 'downloads.tsv',
  apkg: 'downloads.apkg',
} as const;

const CUE_FORMATS = ['srt', 'vtt', 'ass', 'ttml', 'csv'] as const;
const SEGMENT_FORMATS = ['srt', 'vtt', 'ass', 'ttml', 'bilingual-srt', 'csv', 'tsv', 'apkg'] as const;

function subtitleSections({ id, alignment_id }: subtitles.Subtitle): Section[] {
  const fileSection: Section = {
    of: 'subtitle',
    id,
    labelKey: 'downloads.subtitleFile',
    formats: CUE_FORMATS,
  };
  if (alignment_id === null) return [fileSection];
  return [
    { of: 'alignment', id: alignment_id, labelKey: 'downloads.alignedSegments', formats: SEGMENT_FORMATS },
    fileSection,
  ];
}

function revisionSections({ id, kind }: subtitles.Revision): Section[] {
  const formats = kind === 'alignment' ? SEGMENT_FORMATS : CUE_FORMATS;
  return [{ of: 'revision', id, labelKey: 'downloads.revision', formats }];
}

export function DownloadMenu(props: { subtitle: subtitles.Subtitle } | { revision: subtitles.Revision }) {
  const { t } = useTranslation();
  const { download, isPending, deckJobId, closeDeck } = useDownload();
  const sections = 'subtitle' in props ? subtitleSections(props.subtitle) : revisionSections(props.revision);
  return (
    <>
      {/* In the main landmark, where screen readers look for it; fixed, so that the list doesn't clip it. */}
      <Menu position="bottom-start" withinPortal={false} floatingStrategy="fixed">
        <Menu.Target>
          <Button
            variant="quiet"
            loading={isPending}
            leftSection={buttonIcon(IconDownload)}
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            {t('app.download')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {sections.map(({ of, id, labelKey, formats }) => [
            <Menu.Label key={of}>{t(labelKey)}</Menu.Label>,
            ...formats.map((format) => (
              <Menu.Item
                key={`${of} ${format}`}
                className={classes.item}
                onClick={() => download({ of, id, format } as subtitles.Download)}
              >
                {t(FORMAT_TEXT[format])}
              </Menu.Item>
            )),
          ])}
        </Menu.Dropdown>
      </Menu>
      {deckJobId !== null && <DeckDialog jobId={deckJobId} onClose={closeDeck} />}
    </>
  );
}
