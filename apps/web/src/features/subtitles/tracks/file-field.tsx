import { Box } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './file-field.module.css';
import { SUBTITLE_ACCEPT, SUBTITLE_EXTENSIONS } from './subtitle-file.ts';

type Props = {
  file: File | null;
  /** True if it is below a list of files: the drop zone is lower. */
  isCompact?: boolean;
  onChoose: (files: File[]) => void;
  /** True while a file is dragged over the page. */
  isDraggedOver: boolean;
  disabled: boolean;
};

/** Drop zone for subtitle files: a click opens the file picker. It shows the chosen file. */
export function FileField({ file, isCompact, onChoose, isDraggedOver, disabled }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <Box component="label" htmlFor={id} display="block" mb="0.25rem" fw={500}>
        {t('videoDetail.fieldFile')}
      </Box>
      <div
        className={classes.dropZone}
        data-compact={isCompact || undefined}
        data-dragged-over={isDraggedOver || undefined}
        data-disabled={disabled || undefined}
      >
        <input
          id={id}
          className={classes.input}
          type="file"
          accept={SUBTITLE_ACCEPT}
          multiple
          aria-describedby={`${id}-hint`}
          disabled={disabled}
          onChange={({ currentTarget }) => {
            if (currentTarget.files?.length) onChoose([...currentTarget.files]);
            // Without a reset, choosing the same file again after fixing it wouldn't trigger a change.
            currentTarget.value = '';
          }}
        />
        <IconFileText size={28} stroke={1.5} aria-hidden className={classes.icon} />
        <p id={`${id}-hint`} className={classes.text}>
          <DropZoneText file={file} isDraggedOver={isDraggedOver} />
        </p>
      </div>
    </div>
  );
}

function DropZoneText({ file, isDraggedOver }: Pick<Props, 'file' | 'isDraggedOver'>) {
  const { t } = useTranslation();
  if (isDraggedOver) return <strong>{t('videoDetail.dropHere')}</strong>;
  return (
    <>
      {file && <strong dir="auto">{file.name}</strong>}
      <span>
        <Box component="span" td="underline">
          {t(file ? 'videoDetail.chooseOtherFile' : 'videoManager.chooseFile')}
        </Box>{' '}
        {t('videoDetail.orDrop')}
      </span>
      <Box component="span" c="var(--quiet)" fz="0.875rem">
        {SUBTITLE_EXTENSIONS}
      </Box>
    </>
  );
}
