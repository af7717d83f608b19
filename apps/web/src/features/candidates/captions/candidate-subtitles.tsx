import '@mantine/core/styles/Badge.css';
import { Badge } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import facts from '../candidate-facts.module.css';
import chips from '../chips.module.css';
import classes from '../list/candidate-card.module.css';

/** Some videos have a hundred, which would push the other candidates out of view. */
const MAX_SHOWN = 12;

/** A candidate's subtitles: those on YouTube, and the downloaded ones. */
export function CandidateSubtitles({ candidate }: { candidate: candidates.Candidate }) {
  const { t } = useTranslation();
  const { subtitle_scan_status: scan, subtitle_download_status: download } = candidate;
  const { available_subtitles: available, downloaded_subtitles_languages: downloaded } = candidate;
  return (
    <div className={classes.subtitles}>
      <p className={facts.facts}>
        <span>{t('candidateCard.scan', { status: t(`candidateCard.${scan ?? 'notYet'}`) })}</span>
        <span>{t('candidateCard.download', { status: t(`candidateCard.${download ?? 'notYet'}`) })}</span>
      </p>
      {scan === 'completed' && <AvailableLanguages list={available} />}
      {downloaded.length > 0 && (
        <div className={chips.chips}>
          <span className={chips.label}>{t('candidateCard.downloadedLanguages')}</span>
          {downloaded.slice(0, MAX_SHOWN).map((key) => (
            <Badge key={key} variant="light">
              {key}
            </Badge>
          ))}
          <MoreCount count={downloaded.length - MAX_SHOWN} />
        </div>
      )}
    </div>
  );
}

function AvailableLanguages({ list }: { list: candidates.Candidate['available_subtitles'] }) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  // Manual subtitles first, since they are better.
  const sorted = [...list].sort((a, b) => Number(a.kind === 'auto') - Number(b.kind === 'auto'));
  return (
    <div className={chips.chips}>
      <span className={chips.label}>{t('candidateCard.available')}</span>
      {list.length === 0 && <span className={chips.label}>{t('candidateCard.noneAvailable')}</span>}
      {sorted.slice(0, MAX_SHOWN).map(({ language, kind, version_key }) => (
        <Badge key={version_key} variant="default" title={version_key}>
          {t(kind === 'manual' ? 'candidateCard.manual' : 'candidateCard.auto', {
            language: languageName(language),
          })}
        </Badge>
      ))}
      <MoreCount count={list.length - MAX_SHOWN} />
    </div>
  );
}

function MoreCount({ count }: { count: number }) {
  const { t } = useTranslation();
  return count > 0 ? <span className={chips.label}>{t('candidateCard.more', { count })}</span> : null;
}
