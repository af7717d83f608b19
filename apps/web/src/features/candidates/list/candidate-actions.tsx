import { Button, Group } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { IconBrandYoutube, IconCopy, IconListDetails } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { ReviewButtons } from '../review/review-buttons.tsx';
import type { ReviewStep } from '../review/use-review.ts';
import { useCopyUrl } from '../use-copy-url.ts';
import classes from './candidate-card.module.css';

type Props = {
  candidate: candidates.Candidate;
  describedBy: string;
  onReview: (step: ReviewStep) => void;
};

export function CandidateActions({ candidate, describedBy, onReview }: Props) {
  const { t } = useTranslation();
  const copy = useCopyUrl();
  const describedProps = { 'aria-describedby': describedBy };
  return (
    <Group gap={4} className={classes.actions}>
      <Button
        variant="default"
        px="sm"
        me="xs"
        leftSection={buttonIcon(IconListDetails)}
        renderRoot={(props) => (
          <Link {...props} to="/youtube-candidates/$id" params={{ id: candidate.id }} {...describedProps} />
        )}
      >
        {t('candidateCard.details')}
      </Button>
      <ReviewButtons candidate={candidate} describedBy={describedBy} onReview={onReview} />
      <Button
        component="a"
        href={candidate.youtube_url}
        target="_blank"
        rel="noopener noreferrer"
        variant="quiet"
        px="sm"
        leftSection={buttonIcon(IconBrandYoutube)}
        {...describedProps}
      >
        {t('candidateCard.watch')}
      </Button>
      <Button
        variant="quiet"
        px="sm"
        leftSection={buttonIcon(IconCopy)}
        onClick={() => copy(candidate.youtube_url)}
        {...describedProps}
      >
        {t('candidateCard.copyUrl')}
      </Button>
      {candidate.video_id !== null && (
        <Button
          variant="subtle"
          px="sm"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/video-manager/videos/$videoId"
              params={{ videoId: candidate.video_id }}
              {...describedProps}
            />
          )}
        >
          {t('candidateCard.video')}
        </Button>
      )}
    </Group>
  );
}
