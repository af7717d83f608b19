import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import type { UploadedSubtitle } from '../queries.ts';
import classes from './upload-problems.module.css';

/** Maximum number of listed problems: a file in an unknown format can have one in every line. */
const MAX_SHOWN = 50;

/** Lists the problems of an uploaded file, which were repaired or skipped, until dismissed. */
export function UploadProblems({ uploaded, onClose }: { uploaded: UploadedSubtitle; onClose: () => void }) {
  const { t } = useTranslation();
  const { problems } = uploaded;
  const hiddenCount = problems.length - MAX_SHOWN;
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
            {hiddenCount > 0 && <li>{t('videoDetail.moreProblems', { count: hiddenCount })}</li>}
          </ul>
        </details>
      )}
    </Alert>
  );
}
