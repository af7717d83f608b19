import '@mantine/core/styles/Badge.css';
import '@mantine/core/styles/Tooltip.css';
import { Badge, Button, Group, Tooltip } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../locales/translation.ts';
import { useTimeText } from '../../../ui/use-time-text.ts';
import { DownloadMenu } from '../downloads/download-menu.tsx';
import classes from '../subtitle-page.module.css';

export type RevisionAction = { kind: 'compare' | 'apply' | 'delete'; revision: subtitles.Revision };

type Props = {
  revision: subtitles.Revision;
  onAction: (action: RevisionAction) => void;
};

/** A revision: its date, author, reason and actions. */
export function RevisionItem({ revision, onAction }: Props) {
  const { t } = useTranslation();
  const { formatTime } = useTimeText();
  const { id, created_at, created_by, segment_count, note, reason } = revision;
  return (
    <li className={classes.item} data-testid="revision">
      <div className={classes.body}>
        <Group gap="xs">
          <h2 className={classes.name}>{t('revisions.name', { id })}</h2>
          <RevisionBadges revision={revision} />
        </Group>
        <p className={classes.facts}>
          <span>
            {t('revisions.created', { date: formatTime(created_at) })}
            {created_by && ` ${t('storedFiles.by', { username: created_by })}`}
          </span>
          <span>{t(`revisions.reason.${reason}`)}</span>
          <span>{t('editor.count', { count: segment_count })}</span>
        </p>
        {note && (
          <p className={classes.note} dir="auto">
            {note}
          </p>
        )}
      </div>
      <Actions revision={revision} onAction={onAction} />
    </li>
  );
}

function RevisionBadges({ revision }: { revision: subtitles.Revision }) {
  const { t } = useTranslation();
  const { kind, is_last_applied, has_draft } = revision;
  return (
    <>
      <Badge variant="default">
        {t(kind === 'alignment' ? 'revisions.kindAlignment' : 'revisions.kindFile')}
      </Badge>
      {is_last_applied && <Badge variant="light">{t('revisions.lastApplied')}</Badge>}
      {has_draft && <Badge variant="default">{t('revisions.hasDraft')}</Badge>}
    </>
  );
}

function Actions({ revision, onAction }: Props) {
  const { t } = useTranslation();
  const { id, is_last_applied } = revision;
  const actionHandler = (kind: RevisionAction['kind']) => () => onAction({ kind, revision });
  return (
    <Group gap={4} className={classes.actions}>
      <Button
        variant="quiet"
        aria-label={t('revisions.editLabel', { id })}
        renderRoot={(props) => (
          <Link {...props} to="/subtitles/$revisionId/regex-edit" params={{ revisionId: id }} />
        )}
      >
        {t('videoDetail.edit')}
      </Button>
      <Button
        variant="quiet"
        aria-label={t('revisions.compareLabel', { id })}
        onClick={actionHandler('compare')}
      >
        {t('revisions.compare')}
      </Button>
      <Button variant="quiet" aria-label={t('revisions.applyLabel', { id })} onClick={actionHandler('apply')}>
        {t('syncTiming.apply')}
      </Button>
      <DownloadMenu revision={revision} />
      <Tooltip
        label={t('revisions.cannotDeleteLastApplied')}
        disabled={!is_last_applied}
        withArrow
        multiline
        maw={260}
      >
        <Button
          variant="subtle"
          color="red"
          aria-label={t('revisions.deleteLabel', { id })}
          data-disabled={is_last_applied || undefined}
          aria-disabled={is_last_applied || undefined}
          onClick={is_last_applied ? undefined : actionHandler('delete')}
        >
          {t('app.delete')}
        </Button>
      </Tooltip>
    </Group>
  );
}
