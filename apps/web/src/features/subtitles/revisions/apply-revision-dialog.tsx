import { Select, Text, TextInput } from '@mantine/core';
import { subtitles } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { AskBeforeClosing } from '../../../ui/dialog/ask-before-closing.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import type { Languages } from '../diff/diff-row.tsx';
import { DiffView } from '../diff/diff-view.tsx';
import { useApplyRevision } from './queries.ts';
import { useRevisionName } from './use-revision-name.ts';

type Props = {
  subtitle: Pick<subtitles.Subtitle, 'id' | 'alignment_id'>;
  languages: Languages;
  initialRevision?: subtitles.Revision;
  onClose: () => void;
};

/** Dialog that chooses a revision, previews the changes, and applies it. */
export function ApplyRevisionDialog({ subtitle, languages, initialRevision, onClose }: Props) {
  const { t } = useTranslation();
  const { mutate: apply, isPending, error } = useApplyRevision();
  const [revision, setRevision] = useState(initialRevision ?? null);
  const [note, setNote] = useState('');
  return (
    <ActionDialog
      {...{ isPending, onClose }}
      title={t('subtitleCard.applyRevision')}
      size="70rem"
      fullScreenBelow="48em"
      closeOnClickOutside={false}
      label={t('syncTiming.apply')}
      isDisabled={!revision}
      onConfirm={() => revision && apply({ revision, note }, { onSuccess: onClose })}
    >
      <FailureMessage message={error && !isPending && withReason(t('revisions.applyFailed'), error)} />
      <RevisionSelect subtitleId={subtitle.id} value={revision} onChange={setRevision} />
      {revision && <Preview subtitle={subtitle} revision={revision} languages={languages} />}
      {revision && (
        <TextInput
          label={t('revisions.applyNote')}
          dir="auto"
          maxLength={subtitles.NOTE_LIMIT}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          styles={{ input: { minHeight: 44 } }}
        />
      )}
      <AskBeforeClosing when={note !== ''} />
    </ActionDialog>
  );
}

type RevisionSelectProps = {
  subtitleId: number;
  value: subtitles.Revision | null;
  onChange: (revision: subtitles.Revision | null) => void;
};

function RevisionSelect({ subtitleId, value, onChange }: RevisionSelectProps) {
  const { t } = useTranslation();
  const revisionName = useRevisionName();
  const { data, error, refetch } = useQuery(
    queryFor(subtitles.listRevisions, { params: { id: subtitleId } }),
  );
  const revisionById = new Map(data?.map((revision) => [String(revision.id), revision]));
  if (error && !data) {
    return <Failure message={withReason(t('revisions.loadFailed'), error)} onRetry={() => refetch()} />;
  }
  return (
    <Select
      label={t('revisions.applyChoose')}
      description={t('revisions.applyChooseHint')}
      placeholder={t('revisions.applyPlaceholder')}
      data={(data ?? []).map((revision) => ({ value: String(revision.id), label: revisionName(revision) }))}
      value={value ? String(value.id) : null}
      onChange={(id) => onChange(revisionById.get(id ?? '') ?? null)}
      // A disabled field couldn't take the focus when the dialog opens.
      readOnly={!data}
      allowDeselect={false}
      size="md"
      maw={480}
      styles={{ input: { minHeight: 44 } }}
      renderOption={({ option }) => (
        <RevisionOption name={option.label} revision={revisionById.get(option.value)} />
      )}
      data-autofocus
    />
  );
}

/** An option with the revision's note or reason, since its number and date say little. */
function RevisionOption({ name, revision }: { name: string; revision: subtitles.Revision | undefined }) {
  const { t } = useTranslation();
  return (
    <div>
      {name}
      {revision && (
        <Text size="sm" c="dimmed" lineClamp={2} dir="auto">
          {revision.note || t(`revisions.reason.${revision.reason}`)}
        </Text>
      )}
    </div>
  );
}

function Preview({
  subtitle,
  revision,
  languages,
}: Pick<Props, 'subtitle' | 'languages'> & { revision: subtitles.Revision }) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Text component="h3" fw={650} mb="xs" id={titleId}>
        {t('revisions.preview')}
      </Text>
      <DiffView from={{ current: revision.kind, subtitle }} to={{ revision }} languages={languages} />
    </section>
  );
}
