import '@mantine/core/styles/Anchor.css';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { type subtitles, videos } from '@sayback/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ApiError, withReason } from '../../../api/api-error.ts';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useDeleteSubtitle } from '../queries.ts';
import classes from './subtitle-card.module.css';

type Props = { subtitle: subtitles.Subtitle; onClose: () => void };

/** Asks before a subtitle is deleted, and lists what is deleted with it. */
export function DeleteSubtitleDialog({ subtitle, onClose }: Props) {
  const { t } = useTranslation();
  const { nameOf } = useLanguages();
  const { mutate: remove, isPending, error } = useDeleteSubtitle(subtitle);
  return (
    <Dialog
      title={t('subtitleCard.deleteTitle', { language: nameOf(subtitle.language) })}
      {...{ isPending, onClose }}
    >
      <Stack gap="lg">
        {error && !isPending && <Refusal error={error} subtitle={subtitle} />}
        <WhatGoes subtitle={subtitle} />
        <DialogButtons
          label={t('subtitleCard.delete')}
          isGrave
          isPending={isPending}
          focus="cancel"
          onCancel={onClose}
          onConfirm={() => remove(undefined, { onSuccess: onClose })}
        />
      </Stack>
    </Dialog>
  );
}

function WhatGoes({ subtitle }: { subtitle: subtitles.Subtitle }) {
  const { t } = useTranslation();
  const { cue_count, alignment_id, segment_count, revision_count, is_original } = subtitle;
  return (
    <div>
      <Text>{t('subtitleCard.deleteText')}</Text>
      <ul className={classes.goes}>
        <li>{t('subtitleCard.deleteCues', { count: cue_count })}</li>
        {alignment_id !== null && <li>{t('subtitleCard.deleteSegments', { count: segment_count })}</li>}
        {revision_count > 0 && <li>{t('subtitleCard.deleteRevisions', { count: revision_count })}</li>}
        <li>{t('subtitleCard.deleteFiles')}</li>
      </ul>
      {is_original && <Text>{t('subtitleCard.deleteOriginal')}</Text>}
      <Text>{t('subtitleCard.deleteUndo', { days: videos.TRASH_DAYS })}</Text>
    </div>
  );
}

/** A protected file keeps a subtitle from being deleted: link to its stored files. */
function Refusal({ error, subtitle }: { error: Error; subtitle: subtitles.Subtitle }) {
  const { t } = useTranslation();
  const isProtected = error instanceof ApiError && error.status === 409;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {withReason(t('subtitleCard.deleteFailed'), error)}
      {isProtected && (
        <Anchor
          className={classes.toFiles}
          renderRoot={(props) => (
            <Link {...props} to="/subtitles/list/$subtitleId" params={{ subtitleId: subtitle.id }} />
          )}
        >
          {t('subtitleCard.storedFiles')}
        </Anchor>
      )}
    </Alert>
  );
}
