import { Button, FileButton } from '@mantine/core';
import { subtitles } from '@sayback/contract';
import { IconTableImport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, withReason } from '../../../api/api-error.ts';
import { VIDEOS } from '../../../api/query.ts';
import { upload } from '../../../api/upload.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';

function useImport(alignmentId: number) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set('csv_file', file);
      return upload(subtitles.importSegments, { params: { id: alignmentId }, form });
    },
    onSuccess: ({ changed, saved_revision_id }) =>
      toast.success(t('downloads.imported', { count: changed, revision: saved_revision_id })),
    onError: (error) => {
      const [problem] = error instanceof ApiError ? (error.fields.csv_file ?? []) : [];
      const message = t('downloads.importFailed');
      toast.failure(problem ? `${message} ${problem}` : withReason(message, error));
    },
    meta: { stale: VIDEOS },
  });
}

/** Imports an edited CSV table into an alignment, after a confirmation. */
export function ImportCsv({ alignmentId }: { alignmentId: number }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useImport(alignmentId);
  const [file, setFile] = useState<File | null>(null);
  const resetInput = useRef<() => void>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setFile(null);
    // Without a reset, choosing the same file again after fixing it wouldn't trigger a change.
    resetInput.current?.();
  };
  return (
    <>
      <FileButton accept=".csv,text/csv" onChange={setFile} resetRef={resetInput}>
        {(props) => (
          <Button {...props} ref={button} variant="quiet" leftSection={buttonIcon(IconTableImport)}>
            {t('downloads.importCsv')}
          </Button>
        )}
      </FileButton>
      {file && (
        <ConfirmDialog
          title={t('downloads.importTitle')}
          text={t('downloads.importText', { name: file.name })}
          confirmLabel={t('downloads.import')}
          isPending={isPending}
          onClose={close}
          onConfirm={() => mutate(file, { onSettled: close })}
          returnFocusTo={button}
        />
      )}
    </>
  );
}
