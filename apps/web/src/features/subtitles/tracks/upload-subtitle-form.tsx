import { Stack } from '@mantine/core';
import type { subtitles, videos } from '@sayback/contract';
import { type SubmitEvent, useState } from 'react';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import { AskBeforeClosing } from '../../../ui/dialog/ask-before-closing.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import type { ChosenFile } from '../queries.ts';
import { extractSubtitleFiles } from './extract-subtitle-files.ts';
import { FileField } from './file-field.tsx';
import { detectLanguage, SUBTITLE_EXTENSIONS, uploadErrorText } from './subtitle-file.ts';
import { withOriginalFirst } from './subtitle-order.ts';
import { type UploadFile, UploadFileList } from './upload-file-list.tsx';
import classes from './upload-subtitle-form.module.css';
import { useFileDrop } from './use-file-drop.ts';

type Props = {
  video: videos.Video;
  existing: subtitles.Subtitle[];
  isBusy: boolean;
  error: Error | null;
  uploadedFiles: readonly File[];
  /** Called when the input changes: an earlier error no longer applies. */
  onChange: () => void;
  onCancel: () => void;
  onUpload: (files: ChosenFile[]) => void;
};

/** Form for one or several files with their languages. Files can be dropped anywhere on the page. */
export function UploadSubtitleForm(props: Props) {
  const { video, existing, isBusy, error, uploadedFiles, onChange, onCancel, onUpload } = props;
  const { t } = useTranslation();
  const hasOriginal = existing.some((subtitle) => subtitle.is_original);
  const choices = useChoices(video, hasOriginal);
  const [chosenLanguage, setChosenLanguage] = useState<string | null>(null);
  const [files, setFiles] = useState<UploadFile[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const isDraggedOver = useFileDrop(chooseFiles);

  const codes = choices.map(({ code }) => code);
  const remainingFiles = files.filter(({ file }) => !uploadedFiles.includes(file));
  const hasSeveralFiles = files.length > 1;
  const singleFile = hasSeveralFiles ? undefined : remainingFiles[0];
  // Without an original, no other subtitle can be aligned.
  const language = chosenLanguage ?? singleFile?.language ?? (hasOriginal ? null : video.original_language);

  async function chooseFiles(files: File[]) {
    if (isBusy) return;
    onChange();
    const extracted = await extractSubtitleFiles(files);
    if (typeof extracted === 'string') {
      const extension = /\.[^.\s]+$/.exec(files[0]?.name ?? '')?.[0];
      return setProblem(
        extracted === 'wrongFile' && extension
          ? t('videoDetail.wrongEnding', { ending: extension, endings: SUBTITLE_EXTENSIONS })
          : t(`videoDetail.${extracted}`, { endings: SUBTITLE_EXTENSIONS }),
      );
    }
    setProblem(null);
    setFiles(
      extracted.map((file) => ({ file, language: detectLanguage(file.name, codes), isSelected: true })),
    );
  }

  function change(file: File, changes: Partial<UploadFile>) {
    onChange();
    setProblem(null);
    setFiles(files.map((entry) => (entry.file === file ? { ...entry, ...changes } : entry)));
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    const selected = hasSeveralFiles
      ? remainingFiles.filter(({ isSelected }) => isSelected)
      : remainingFiles.map((file) => ({ ...file, language }));
    const ready = selected.flatMap(({ file, language }) => (language ? [{ file, language }] : []));
    if (ready.length === 0 || ready.length < selected.length)
      return setProblem(t('videoDetail.languageAndFileRequired'));
    if (new Set(ready.map((file) => file.language)).size < ready.length) {
      return setProblem(t('videoDetail.sameLanguage'));
    }
    setProblem(null);
    onUpload(ready);
  }

  const failedFile = hasSeveralFiles ? remainingFiles.find(({ isSelected }) => isSelected) : undefined;
  const failureText = failedFile
    ? `${failedFile.file.name}: ${t('videoDetail.uploadFailed')}`
    : t('videoDetail.uploadFailed');
  const uploadError = error && !isBusy ? uploadErrorText(error, failureText) : null;
  const isReplacing = existing.some((subtitle) => subtitle.language === language);
  const { languageName } = useLanguages();
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <FailureMessage message={problem ?? uploadError} />
        {hasSeveralFiles ? (
          <UploadFileList files={remainingFiles} choices={choices} disabled={isBusy} onChange={change} />
        ) : (
          <ChoiceSelect
            choices={choices}
            value={language}
            onChange={(code) => {
              onChange();
              setProblem(null);
              setChosenLanguage(code);
            }}
            label={t('app.language')}
            description={
              isReplacing ? t('videoDetail.replaces', { language: languageName(language ?? '') }) : undefined
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            disabled={isBusy}
            size="md"
            classNames={{ input: classes.input }}
            openOnFocus={false}
            data-autofocus
          />
        )}
        <FileField
          file={singleFile?.file ?? null}
          isCompact={hasSeveralFiles}
          onChoose={chooseFiles}
          isDraggedOver={isDraggedOver}
          disabled={isBusy}
        />
        <AskBeforeClosing when={chosenLanguage !== null || remainingFiles.length > 0} />
        <DialogButtons label={t('videoManager.upload')} isPending={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function useChoices(video: videos.Video, hasOriginal: boolean) {
  const { t } = useTranslation();
  const { languages, languageName } = useLanguages();
  const code = video.original_language;
  const name = `${languageName(code)} ${t('videoDetail.original')}`;
  return withOriginalFirst(languages, hasOriginal ? null : { code, name });
}
