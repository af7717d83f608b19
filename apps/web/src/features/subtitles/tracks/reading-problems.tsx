import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import type { UploadedSubtitle } from '../queries.ts';
import classes from './reading-problems.module.css';

/** A file in an unknown format can have one in every line. */
const MAX_SHOWN = 50;

/** Problems in a file that was still uploaded. Shown until dismissed. */
export function ReadingProblems({ uploaded, onClose }: { uploaded: UploadedSubtitle; onClose: () => void }) {
  const { t } = useTranslation();
  const { problems } = uploaded;
  const hidden = problems.length - MAX_SHOWN;
  const summary = t('videoDetail.uploadedWithProblems', { count: problems.length, ...problems[0] });
  return (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      icon={<IconInfoCircle aria-hidden />}
      withCloseButton
      classNames={{ closeButton: classes.close }}
      closeButtonLabel={t('app.close')}
      onClose={onClose}
    >
      {summary}
      {problems.length > 1 && (
        <details className={classes.details}>
          <summary>{t('videoDetail.allProblems')}</summary>
          <ul>
            {problems.slice(0, MAX_SHOWN).map(({ line, message }) => (
              <li key={`${line} ${message}`}>{t('videoDetail.problemLine', { line, message })}</li>
            ))}
            {hidden > 0 && <li>{t('videoDetail.moreProblems', { count: hidden })}</li>}
          </ul>
        </details>
      )}
    </Alert>
  );
}
