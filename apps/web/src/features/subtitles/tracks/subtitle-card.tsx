import '@mantine/core/styles/Badge.css';
import { Badge, Box, Flex, Group } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ReportsLink } from '../../../ui/reports-link.tsx';
import { useTimeText } from '../../../ui/use-time-text.ts';
import { NextStep } from './next-step.tsx';
import { SubtitleActions } from './subtitle-actions.tsx';
import classes from './subtitle-card.module.css';
import { isMostlyUntranslated, isPartlyTranslated } from './translation-progress.ts';

type Props = {
  subtitle: subtitles.Subtitle;
  originalLanguage: string;
  /** False if there is nothing to align with. */
  canAlign: boolean;
};

/** Card of a video's subtitle in one language: its state, next step and actions. */
export function SubtitleCard({ subtitle, originalLanguage, canAlign }: Props) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const { language, is_original } = subtitle;
  return (
    <Flex component="li" direction="column" gap="0.9rem" p="1.1rem 1.25rem" data-testid="subtitle-card">
      <div className={classes.head}>
        <div>
          <Group gap="xs">
            <Box component="h3" m={0} fz="1.0625rem" fw={650}>
              {languageName(language)}
              {is_original && ` ${t('videoDetail.original')}`}
            </Box>
            <StateBadges subtitle={subtitle} />
          </Group>
          <Facts subtitle={subtitle} />
        </div>
        {!is_original && (
          <Group gap="xs" className={classes.nextStep}>
            <NextStep subtitle={subtitle} canAlign={canAlign} />
          </Group>
        )}
      </div>
      <SubtitleActions subtitle={subtitle} originalLanguage={originalLanguage} />
    </Flex>
  );
}

function Facts({ subtitle }: { subtitle: subtitles.Subtitle }) {
  const { t } = useTranslation();
  const { formatDate } = useTimeText();
  const { uploaded_at, cue_count, alignment_id, segment_count, translated_count } = subtitle;
  const { approved_count = 0, machine_count = 0 } = subtitle;
  const { last_applied_revision_id: lastRevisionId, revision_count } = subtitle;
  return (
    <p className={classes.facts}>
      <span>{t('videoDetail.uploadedAt', { date: formatDate(uploaded_at) })}</span>
      <span>{t('videoDetail.cues', { count: cue_count })}</span>
      {alignment_id !== null && <span>{t('editor.count', { count: segment_count })}</span>}
      {approved_count > 0 && (
        <span>{t('rowState.approvedCount', { count: approved_count, total: segment_count })}</span>
      )}
      {isPartlyTranslated(subtitle) && !isMostlyUntranslated(subtitle) && (
        <span>{t('translated.count', { count: translated_count, total: segment_count })}</span>
      )}
      {machine_count > 0 && <span>{t('rowState.machineCount', { count: machine_count })}</span>}
      {lastRevisionId !== null && <span>{t('subtitleCard.lastRevision', { id: lastRevisionId })}</span>}
      <span>{t('subtitleCard.totalRevisions', { count: revision_count })}</span>
    </p>
  );
}

function StateBadges({ subtitle }: { subtitle: subtitles.Subtitle }) {
  const { t } = useTranslation();
  const { id, is_original, alignment_id, needs_realign, mismatch_count, report_count = 0 } = subtitle;
  const { translated_count, segment_count } = subtitle;
  return (
    <>
      {needs_realign && (
        <Badge className={classes.warning} variant="light" color="orange">
          {t('videoDetail.needsRealign')}
        </Badge>
      )}
      {isMostlyUntranslated(subtitle) ? (
        <Badge className={classes.warning} variant="light" color="orange">
          {t('translated.count', { count: translated_count, total: segment_count })}
        </Badge>
      ) : (
        alignment_id !== null && <Badge variant="light">{t('videoDetail.aligned')}</Badge>
      )}
      {mismatch_count > 0 && (
        <Badge className={classes.warning} variant="light" color="orange">
          {t('subtitleCard.mismatches', { count: mismatch_count })}
        </Badge>
      )}
      <ReportsLink count={report_count} subtitleId={id} />
      {is_original && <Badge variant="default">{t('videoDetail.source')}</Badge>}
    </>
  );
}
