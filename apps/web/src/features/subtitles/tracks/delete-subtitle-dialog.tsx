import '@mantine/core/styles/Anchor.css';
import { Anchor, Text } from '@mantine/core';
import { type subtitles, videos } from '@sayback/contract';
import { Link } from '@tanstack/react-router';
import { ApiError, withReason } from '../../../api/api-error.ts';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { useDeleteSubtitle } from '../queries.ts';
import classes from './subtitle-card.module.css';

type Props = { subtitle: subtitles.Subtitle; onClose: () => void };

/** Asks before a subtitle is deleted, and lists what is deleted with it. */
export function DeleteSubtitleDialog({ subtitle, onClose }: Props) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const { mutate: remove, isPending, error } = useDeleteSubtitle(subtitle);
  return (
    <ActionDialog
      title={t('subtitleCard.deleteTitle', { language: languageName(subtitle.language) })}
      label={t('app.delete')}
      isDestructive
      focus="cancel"
      onConfirm={() => remove(undefined, { onSuccess: onClose })}
      {...{ isPending, onClose }}
    >
      {error && !isPending && <DeleteFailure error={error} subtitle={subtitle} />}
      <DeletedItems subtitle={subtitle} />
    </ActionDialog>
  );
}

function DeletedItems({ subtitle }: { subtitle: subtitles.Subtitle }) {
  const { t } = useTranslation();
  const { cue_count, alignment_id, segment_count, revision_count, is_original } = subtitle;
  return (
    <div>
      <Text>{t('subtitleCard.deleteText')}</Text>
      <ul className={classes.deletedItems}>
        <li>{t('videoDetail.cues', { count: cue_count })}</li>
        {alignment_id !== null && <li>{t('subtitleCard.deleteSegments', { count: segment_count })}</li>}
        {revision_count > 0 && <li>{t('subtitleCard.deleteRevisions', { count: revision_count })}</li>}
        <li>{t('subtitleCard.deleteFiles')}</li>
      </ul>
      {is_original && <Text>{t('subtitleCard.deleteOriginal')}</Text>}
      <Text>{t('subtitleCard.deleteUndo', { days: videos.TRASH_DAYS })}</Text>
    </div>
  );
}

/** Shows why deleting failed, with a link to the stored files if one of them is protected. */
function DeleteFailure({ error, subtitle }: { error: Error; subtitle: subtitles.Subtitle }) {
  const { t } = useTranslation();
  const isProtected = error instanceof ApiError && error.status === 409;
  return (
    <FailureMessage
      message={
        <>
          {withReason(t('subtitleCard.deleteFailed'), error)}
          {isProtected && (
            <Anchor
              className={classes.filesLink}
              renderRoot={(props) => (
                <Link {...props} to="/subtitles/list/$subtitleId" params={{ subtitleId: subtitle.id }} />
              )}
            >
              {t('subtitleCard.storedFiles')}
            </Anchor>
          )}
        </>
      }
    />
  );
}
