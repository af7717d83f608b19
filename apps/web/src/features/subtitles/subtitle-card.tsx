import '@mantine/core/styles/Badge.css';
import { Badge, Button, Group } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { useTranslation } from 'react-i18next';
import { useLanguages } from '../../api/languages.ts';
import { useAlignSubtitle } from './queries.ts';
import classes from './subtitle-card.module.css';

type Props = {
  subtitle: subtitles.Subtitle;
  /** False while there is nothing to align with. */
  canAlign: boolean;
};

/** One language's subtitle: what state it is in, and what is to do about it. */
export function SubtitleCard({ subtitle, canAlign }: Props) {
  const { t, i18n } = useTranslation();
  const { nameOf } = useLanguages();
  const { language, is_original, uploaded_at, cue_count } = subtitle;
  const date = new Date(uploaded_at).toLocaleDateString(i18n.language, { dateStyle: 'medium' });
  return (
    <li className={classes.card} data-testid="subtitle-card">
      <div>
        <Group gap="xs">
          <h3 className={classes.name}>
            {nameOf(language)}
            {is_original && ` ${t('videoDetail.original')}`}
          </h3>
          <Chips subtitle={subtitle} />
        </Group>
        <p className={classes.facts}>
          <span>{t('videoDetail.uploadedAt', { date })}</span>
          <span>{t('videoDetail.cues', { count: cue_count })}</span>
        </p>
      </div>
      {!is_original && <AlignButton subtitle={subtitle} canAlign={canAlign} />}
    </li>
  );
}

function Chips({ subtitle }: { subtitle: subtitles.Subtitle }) {
  const { t } = useTranslation();
  const { is_original, alignment_id, needs_realign } = subtitle;
  return (
    <>
      {needs_realign && (
        <Badge className={`${classes.chip} ${classes.warning}`} variant="light" color="orange">
          {t('videoDetail.needsRealign')}
        </Badge>
      )}
      {alignment_id !== null && (
        <Badge className={classes.chip} variant="light">
          {t('videoDetail.aligned')}
        </Badge>
      )}
      {is_original && (
        <Badge className={classes.chip} variant="default">
          {t('videoDetail.source')}
        </Badge>
      )}
    </>
  );
}

function AlignButton({ subtitle, canAlign }: Props) {
  const { t } = useTranslation();
  const { mutate: align, isPending } = useAlignSubtitle(subtitle.id);
  const isAligned = subtitle.alignment_id !== null;
  if (isAligned && !subtitle.needs_realign) return null;
  return (
    <Button
      variant={isAligned ? 'default' : 'filled'}
      mih={44}
      loading={isPending}
      disabled={!canAlign}
      onClick={() => align()}
    >
      {t(isAligned ? 'videoDetail.realign' : 'videoDetail.start')}
    </Button>
  );
}
