import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { candidates } from '@sayback/contract';
import { IconBrandYoutube, IconCopy, IconDownload, IconListSearch, IconVideoPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import header from '../../../ui/details-header.module.css';
import { CandidateFacts, CandidatePicture } from '../candidate-facts.tsx';
import { SubtitleStateIcon } from '../captions/subtitle-state-icon.tsx';
import type { SubtitleJobs } from '../captions/use-subtitle-jobs.ts';
import chips from '../chips.module.css';
import { PublishDialog } from '../review/publish-dialog.tsx';
import { ReviewActions } from '../review/review-actions.tsx';
import { StatusChips } from '../status-chips.tsx';
import { useCopyUrl } from '../use-copy-url.ts';
import classes from './candidate-screen.module.css';
import { LanguageEdit } from './language-edit.tsx';

type Props = { candidate: candidates.CandidateDetail; jobs: SubtitleJobs };

/** A candidate's title, details and actions. */
export function CandidateHeader({ candidate, jobs: subtitleJobs }: Props) {
  const { t } = useTranslation();
  const titleId = useId();
  const { title, language } = candidate;
  return (
    <header className={header.header}>
      <CandidatePicture candidate={candidate} />
      <div className={classes.body}>
        <Title order={1} id={titleId} className={header.title} dir="auto" lang={language}>
          {title}
        </Title>
        <div className={chips.chips}>
          <StatusChips candidate={candidate} />
          <SubtitleStateIcon candidate={candidate} />
        </div>
        <CandidateFacts candidate={candidate}>
          <span>{t('candidateCard.id', { id: candidate.id })}</span>
          <span>{t('candidateDetail.youtubeId', { id: candidate.youtube_id })}</span>
          {candidate.license === 'creativeCommon' && <span>{t('candidateCard.creativeCommons')}</span>}
        </CandidateFacts>
        <LanguageEdit candidate={candidate} />
        <Actions candidate={candidate} jobs={subtitleJobs} titleId={titleId} />
      </div>
    </header>
  );
}

/** Finds the next step towards a video; its button is emphasised. */
function findNextStep({
  subtitle_scan_status,
  downloaded_subtitles_languages: downloaded,
}: candidates.Candidate) {
  if (downloaded.length > 0) return 'publish';
  return subtitle_scan_status === 'completed' ? 'download' : 'scan';
}

function Actions({ candidate, jobs: subtitleJobs, titleId }: Props & { titleId: string }) {
  const { t } = useTranslation();
  const copy = useCopyUrl();
  const nextStep = findNextStep(candidate);
  const buttonVariant = (step: typeof nextStep) => ({ variant: step === nextStep ? 'filled' : 'default' });
  return (
    <Stack gap="xs">
      <Group gap="xs" className={classes.actions}>
        <Button
          {...buttonVariant('scan')}
          leftSection={buttonIcon(IconListSearch)}
          loading={subtitleJobs.scan.isRunning}
          disabled={subtitleJobs.download.isRunning}
          onClick={subtitleJobs.startScan}
        >
          {t('candidateDetail.scan')}
        </Button>
        <Button
          {...buttonVariant('download')}
          leftSection={buttonIcon(IconDownload)}
          loading={subtitleJobs.download.isRunning && subtitleJobs.downloadingKey === undefined}
          disabled={subtitleJobs.isBusy}
          onClick={() => subtitleJobs.startDownload()}
        >
          {t('candidateDetail.downloadAll')}
        </Button>
        <Button
          component="a"
          href={candidate.youtube_url}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={buttonIcon(IconBrandYoutube)}
        >
          {t('candidateCard.watch')}
        </Button>
        <Button
          variant="default"
          leftSection={buttonIcon(IconCopy)}
          onClick={() => copy(candidate.youtube_url)}
        >
          {t('candidateCard.copyUrl')}
        </Button>
      </Group>
      <Group gap="xs" className={classes.actions}>
        <Publish candidate={candidate} />
        <ReviewActions candidate={candidate} describedBy={titleId} />
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
        renderRoot={(props) => (
          <Link {...props} to="/video-manager/videos/$videoId" params={{ videoId: candidate.video_id }} />
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
      <Button disabled={!hasSubtitle} leftSection={buttonIcon(IconVideoPlus)} onClick={open}>
        {t('videoDetail.publish')}
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
