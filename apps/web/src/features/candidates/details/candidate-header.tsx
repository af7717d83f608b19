import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { candidates } from '@sayback/contract';
import { IconBrandYoutube, IconCopy, IconDownload, IconListSearch, IconVideoPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { VideoThumbnail } from '../../../ui/video-thumbnail.tsx';
import type { SubtitleWork } from '../captions/use-subtitle-work.ts';
import { WorkIcon } from '../captions/work-icon.tsx';
import chips from '../chips.module.css';
import { durationOf } from '../duration.ts';
import { PublishDialog } from '../review/publish-dialog.tsx';
import { ReviewActions } from '../review/review-actions.tsx';
import { StatusChips } from '../status-chips.tsx';
import { useCopyUrl } from '../use-copy-url.ts';
import classes from './candidate-screen.module.css';
import { LanguageEdit } from './language-edit.tsx';

type Props = { candidate: candidates.CandidateDetail; work: SubtitleWork };

/** What a candidate is, and what can be done with it as a whole. */
export function CandidateHeader({ candidate, work }: Props) {
  const titleId = useId();
  const { youtube_id, duration_seconds, title, language } = candidate;
  return (
    <header className={classes.header}>
      <div className={classes.picture}>
        <VideoThumbnail video={{ youtube_id, thumbnail_url: null, media_type: null }} />
        {duration_seconds !== null && (
          <span className={classes.duration}>{durationOf(duration_seconds)}</span>
        )}
      </div>
      <div className={classes.body}>
        <Title order={1} id={titleId} className={classes.title} dir="auto" lang={language}>
          {title}
        </Title>
        <div className={chips.chips}>
          <StatusChips candidate={candidate} />
          <WorkIcon candidate={candidate} />
        </div>
        <Facts candidate={candidate} />
        <LanguageEdit key={language} candidate={candidate} />
        <Actions candidate={candidate} work={work} titleId={titleId} />
      </div>
    </header>
  );
}

function Facts({ candidate }: { candidate: candidates.Candidate }) {
  const { t, i18n } = useTranslation();
  const { id, youtube_id, channel, search_keyword, discovered_at, review_notes, subtitle_error } = candidate;
  const date = new Date(discovered_at).toLocaleDateString(i18n.language, { dateStyle: 'medium' });
  return (
    <>
      <p className={classes.facts}>
        <span>{t('candidateDetail.ids', { id })}</span>
        <span>{t('candidateDetail.youtubeId', { id: youtube_id })}</span>
        {channel && (
          <span>
            <bdi>{t('candidateCard.channel', { channel })}</bdi>
          </span>
        )}
        <span>
          <bdi>{t('candidateCard.keyword', { keyword: search_keyword })}</bdi>
        </span>
        <span>{t('candidateCard.discovered', { date })}</span>
        {candidate.license === 'creativeCommon' && <span>{t('candidateCard.creativeCommons')}</span>}
      </p>
      {review_notes && (
        <p className={classes.notes}>
          <span className={chips.label}>{t('candidateCard.notes')}</span>{' '}
          <span dir="auto">{review_notes}</span>
        </p>
      )}
      {subtitle_error && <p className={classes.error}>{subtitle_error}</p>}
    </>
  );
}

/** What leads on to a video from here: it stands out. */
function nextStepOf({
  subtitle_scan_status,
  downloaded_subtitles_languages: downloaded,
}: candidates.Candidate) {
  if (downloaded.length > 0) return 'publish';
  return subtitle_scan_status === 'completed' ? 'download' : 'scan';
}

function Actions({ candidate, work, titleId }: Props & { titleId: string }) {
  const { t } = useTranslation();
  const copy = useCopyUrl();
  const next = nextStepOf(candidate);
  const emphasis = (step: typeof next) => ({ variant: step === next ? 'filled' : 'default' });
  return (
    <Stack gap="xs">
      <Group gap="xs" className={classes.actions}>
        <Button
          {...emphasis('scan')}
          mih={44}
          leftSection={<IconListSearch size={18} aria-hidden />}
          loading={work.scan.isRunning}
          disabled={work.download.isRunning}
          onClick={work.startScan}
        >
          {t('candidateDetail.scan')}
        </Button>
        <Button
          {...emphasis('download')}
          mih={44}
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={work.download.isRunning && work.downloadingKey === undefined}
          disabled={work.isBusy}
          onClick={() => work.startDownload()}
        >
          {t('candidateDetail.downloadAll')}
        </Button>
        <Button
          component="a"
          href={candidate.youtube_url}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          mih={44}
          leftSection={<IconBrandYoutube size={18} aria-hidden />}
        >
          {t('candidateCard.watch')}
        </Button>
        <Button
          variant="default"
          mih={44}
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => copy(candidate.youtube_url)}
        >
          {t('candidateCard.copyUrl')}
        </Button>
      </Group>
      <Group gap="xs" className={classes.actions}>
        <ReviewActions candidate={candidate} describedBy={titleId} />
        <Publish candidate={candidate} />
      </Group>
    </Stack>
  );
}

function Publish({ candidate }: { candidate: candidates.CandidateDetail }) {
  const { t } = useTranslation();
  const [isPublishing, { open, close }] = useDisclosure();
  if (candidate.video_id !== null) {
    return (
      <Button
        variant="light"
        mih={44}
        renderRoot={(props) => (
          <Link
            {...props}
            to="/video-manager/videos/$videoId"
            params={{ videoId: String(candidate.video_id) }}
          />
        )}
      >
        {t('candidateCard.video')}
      </Button>
    );
  }
  if (candidate.review_status !== 'approved') return null;
  const hasSubtitle = candidate.downloaded_subtitles_languages.length > 0;
  return (
    <>
      <Button
        mih={44}
        disabled={!hasSubtitle}
        leftSection={<IconVideoPlus size={18} aria-hidden />}
        onClick={open}
      >
        {t('candidateDetail.publish')}
      </Button>
      {!hasSubtitle && (
        <Text size="sm" c="dimmed">
          {t('candidateDetail.publishNeedsSubtitle')}
        </Text>
      )}
      {isPublishing && <PublishDialog candidate={candidate} onClose={close} />}
    </>
  );
}
