import { Paper, Stack } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { useCallback, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../../locales/translation.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { LeaveGuard } from '../../../ui/dialog/leave-guard.tsx';
import { PatternDialog } from './pattern-dialog.tsx';
import { acceptAll, acceptChange, acceptedChanges, countEmptied, filterRows, isDrafted } from './preview.ts';
import classes from './regex-editor.module.css';
import { NO_SEARCH, type Search, toEdit, toSearch } from './search.ts';
import { SearchForm } from './search-form.tsx';
import { SegmentTable } from './segment-table.tsx';
import { SummaryBar } from './summary-bar.tsx';
import { useRegexActions } from './use-regex-actions.ts';

type Props = { revision: subtitles.RevisionDetail; segments: readonly subtitles.RevisionSegment[] };

export function RegexEditor({ revision, segments }: Props) {
  const { t } = useTranslation();
  const form = useForm<Search>({ defaultValues: NO_SEARCH });
  const actions = useRegexActions(revision, form);
  const { preview, setPreview, rowFilter, setRowFilter } = actions;
  const [dialog, setDialog] = useState<'patterns' | 'discard' | null>(null);
  const drafted = useMemo(() => segments.filter(isDrafted), [segments]);
  const rows = useMemo(() => filterRows(segments, preview, rowFilter), [segments, preview, rowFilter]);
  const accepted = useMemo(() => acceptedChanges(preview), [preview]);
  const close = () => setDialog(null);

  const onAccept = useCallback(
    (index: number, isAccepted: boolean) =>
      setPreview((current) => current && acceptChange(current, index, isAccepted)),
    [setPreview],
  );
  const onAcceptAll = useCallback(
    (isAccepted: boolean) => setPreview((current) => current && acceptAll(current, isAccepted)),
    [setPreview],
  );
  const reset = () => {
    actions.resetSearch();
    if (drafted.length > 0) setDialog('discard');
    else form.setFocus('regex');
  };

  return (
    <Stack gap="md">
      <LeaveGuard
        isAsking={accepted.changes.length > 0}
        title={t('regex.leaveTitle')}
        text={t('regex.leaveText', { count: accepted.changes.length })}
        confirmLabel={t('editor.leave')}
      />
      <Paper withBorder className={classes.panel}>
        <SearchForm
          form={form}
          isPending={actions.isSearching}
          onSubmit={(search) => actions.search(toEdit(search))}
          onReset={reset}
          onPatterns={() => setDialog('patterns')}
        />
      </Paper>
      <SummaryBar
        {...{ preview, rowFilter, accepted: accepted.changes.length, drafted: drafted.length }}
        emptied={countEmptied(accepted.changes)}
        total={segments.length}
        onFilter={setRowFilter}
        isApplying={actions.isApplying}
        isSaving={actions.isSaving}
        onApply={() => actions.apply(accepted)}
        isApplyingToLesson={actions.isApplyingToLesson}
        onSave={() => actions.save(accepted.changes)}
        onApplyToLesson={() => actions.applyToLesson(accepted.changes)}
      />
      <SegmentTable
        rows={rows}
        preview={preview}
        language={revision.language}
        rowFilter={rowFilter}
        {...{ onAccept, onAcceptAll }}
      />
      {dialog === 'patterns' && (
        <PatternDialog
          search={form.getValues()}
          onSelect={(pattern) => {
            form.reset(toSearch(pattern));
            close();
          }}
          onClose={close}
        />
      )}
      {dialog === 'discard' && (
        <ConfirmDialog
          title={t('regex.discardDraftTitle')}
          text={t('regex.discardDraftText', { count: drafted.length })}
          confirmLabel={t('regex.discardDraft')}
          isPending={actions.isDiscarding}
          onConfirm={() => actions.discardDraft(drafted, close)}
          onClose={close}
        />
      )}
    </Stack>
  );
}
