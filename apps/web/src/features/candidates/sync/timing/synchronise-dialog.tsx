import { Alert, Group, Loader, Select, Stack, Text } from '@mantine/core';
import { SURE_TRUST } from '@sayback/subtitles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';
import { readContent } from '../model/content.ts';
import type { SyncEditor } from '../model/sync-editor.ts';
import { SynchronisePreview } from './synchronise-preview.tsx';
import { type SynchroniseResult, synchroniseInWorker } from './synchronise-task.ts';

/** Another version of the same video. */
export type Reference = { version: string; name: string; content: string };

type Props = { editor: SyncEditor; references: readonly Reference[]; onClose: () => void };

/** Compares the segments with those of another version in a thread; null where that one has none. */
function useComparison(editor: SyncEditor, reference: Reference | undefined) {
  // The dialog lies over the editor: nothing changes meanwhile.
  const { cueDocument, revision } = editor.getState();
  return useQuery({
    queryKey: ['synchronise', revision, reference?.version, reference?.content],
    queryFn: ({ signal }): Promise<SynchroniseResult | null> | null => {
      const { cues } = readContent(reference?.content ?? '');
      return cues.length === 0
        ? null
        : synchroniseInWorker({ cues: cueDocument.cues, reference: cues }, signal);
    },
    enabled: reference !== undefined,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Takes over the timing of another version, after showing what that would do. */
export function SynchroniseDialog({ editor, references, onClose }: Props) {
  const { t } = useTranslation();
  const [version, setVersion] = useState(references[0]?.version ?? null);
  const reference = references.find((other) => other.version === version);
  const { data, isFetching, isError } = useComparison(editor, reference);
  const result = isFetching ? undefined : data;
  const apply = () => {
    if (!result || !reference) return;
    editor.setTimes(result.cues);
    toast.success(
      t('syncReference.applied', { version: reference.name, interpolation: { escapeValue: false } }),
    );
    onClose();
  };
  return (
    <Dialog size="lg" onClose={onClose} title={t('syncReference.title')}>
      <Stack gap="md">
        <Text c="dimmed">{t('syncReference.text')}</Text>
        {references.length === 0 ? (
          <Text>{t('syncReference.none')}</Text>
        ) : (
          <Select
            size="md"
            label={t('syncReference.reference')}
            allowDeselect={false}
            comboboxProps={{ keepMounted: false }}
            data={references.map((other) => ({ value: other.version, label: other.name }))}
            value={version}
            onChange={setVersion}
            data-autofocus
          />
        )}
        <div aria-live="polite">
          {isFetching && (
            <Group gap="sm">
              <Loader size="sm" />
              {t('syncReference.working')}
            </Group>
          )}
          {isError && !isFetching && (
            <Alert color="red" variant="light">
              {t('syncReference.failed')}
            </Alert>
          )}
          {result === null && <Text>{t('syncReference.unreadable')}</Text>}
          {result && <SynchronisePreview result={result} cues={editor.getState().cueDocument.cues} />}
        </div>
        <DialogButtons
          label={t('syncReference.apply')}
          isDisabled={!result?.changed}
          isMain={(result?.trust ?? 0) >= SURE_TRUST}
          onCancel={onClose}
          onConfirm={apply}
        />
      </Stack>
    </Dialog>
  );
}
