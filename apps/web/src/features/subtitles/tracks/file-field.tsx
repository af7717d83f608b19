import { IconFileText } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './file-field.module.css';
import { SUBTITLE_ACCEPT, SUBTITLE_ENDINGS } from './subtitle-file.ts';

type Props = {
  file: File | null;
  /** True leaves room for a list of files above it. */
  isLow?: boolean;
  onChoose: (files: File[]) => void;
  /** True while a file is dragged over the page. */
  isOver: boolean;
  disabled: boolean;
};

/** Drop zone for a subtitle file: all of it opens the picker, and it shows the chosen or dragged file. */
export function FileField({ file, isLow, onChoose, isOver, disabled }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {t('videoDetail.fieldFile')}
      </label>
      <div
        className={classes.place}
        data-low={isLow || undefined}
        data-over={isOver || undefined}
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
            // So that choosing the same file again, after fixing it, counts as a change.
            currentTarget.value = '';
          }}
        />
        <IconFileText size={28} stroke={1.5} aria-hidden className={classes.icon} />
        <p id={`${id}-hint`} className={classes.text}>
          <Words file={file} isOver={isOver} />
        </p>
      </div>
    </div>
  );
}

function Words({ file, isOver }: Pick<Props, 'file' | 'isOver'>) {
  const { t } = useTranslation();
  if (isOver) return <strong>{t('videoDetail.dropHere')}</strong>;
  return (
    <>
      {file && <strong dir="auto">{file.name}</strong>}
      <span>
        <span className={classes.choose}>
          {t(file ? 'videoDetail.chooseOtherFile' : 'videoDetail.chooseFile')}
        </span>{' '}
        {t('videoDetail.orDrop')}
      </span>
      <span className={classes.hint}>{SUBTITLE_ENDINGS}</span>
    </>
  );
}
