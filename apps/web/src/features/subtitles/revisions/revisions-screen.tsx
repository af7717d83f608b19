import { subtitles } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { useFocusAfterRemoval } from '../../../ui/focus/use-focus-after-removal.ts';
import { DiffDialog } from '../diff/diff-dialog.tsx';
import classes from '../subtitle-page.module.css';
import { ListSkeleton, SubtitlePage } from '../subtitle-page.tsx';
import { ApplyRevisionDialog } from './apply-revision-dialog.tsx';
import { useDeleteRevision } from './queries.ts';
import { type RevisionAction, RevisionItem } from './revision-item.tsx';

const route = getRouteApi('/revisions/$subtitleId');

/** Screen with the revisions of a subtitle: compare, apply, edit, delete. */
export function RevisionsScreen() {
  const { t } = useTranslation();
  const { subtitleId } = route.useParams();
  return (
    <SubtitlePage id={subtitleId} title={t('revisions.title')} loadFailed={t('revisions.loadFailed')}>
      {(subtitle) => <Revisions subtitle={subtitle} />}
    </SubtitlePage>
  );
}

function Revisions({ subtitle }: { subtitle: subtitles.SubtitleDetail }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(
    queryFor(subtitles.listRevisions, { params: { id: subtitle.id } }),
  );
  useFocusAfterRemoval(data?.length);
  const [action, setAction] = useState<RevisionAction | null>(null);
  const languages = { original: subtitle.original_language, target: subtitle.language };
  const close = () => setAction(null);

  if (error && !data) {
    return <Failure message={withReason(t('revisions.loadFailed'), error)} onRetry={() => refetch()} />;
  }
  if (!data) return <ListSkeleton />;
  return (
    <>
      {data.length === 0 ? (
        <Empty text={t('revisions.empty')} />
      ) : (
        <ul className={classes.list}>
          {data.map((revision) => (
            <RevisionItem key={revision.id} revision={revision} onAction={setAction} />
          ))}
        </ul>
      )}
      {action?.kind === 'compare' && (
        <DiffDialog
          subtitle={subtitle}
          revisions={data}
          from={action.revision}
          languages={languages}
          onClose={close}
        />
      )}
      {action?.kind === 'apply' && (
        <ApplyRevisionDialog
          subtitle={subtitle}
          initialRevision={action.revision}
          languages={languages}
          onClose={close}
        />
      )}
      {action?.kind === 'delete' && <DeleteRevisionDialog revision={action.revision} onClose={close} />}
    </>
  );
}

function DeleteRevisionDialog(props: { revision: subtitles.Revision; onClose: () => void }) {
  const { revision, onClose } = props;
  const { t } = useTranslation();
  const { mutate: remove, isPending } = useDeleteRevision();
  return (
    <ConfirmDialog
      title={t('revisions.deleteTitle', { id: revision.id })}
      text={t('revisions.deleteText')}
      confirmLabel={t('app.delete')}
      isDestructive
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => remove(revision.id, { onSettled: onClose })}
    />
  );
}
