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
import { FileField } from './file-field.tsx';
import { openFiles } from './open-files.ts';
import { type ListedFile, SeveralFiles } from './several-files.tsx';
import { languageOfName, SUBTITLE_ENDINGS, uploadErrorText } from './subtitle-file.ts';
import { suggestOriginal } from './subtitle-order.ts';
import classes from './upload-subtitle-form.module.css';
import { useFileDrop } from './use-file-drop.ts';

type Props = {
  video: videos.Video;
  existing: subtitles.Subtitle[];
  isBusy: boolean;
  error: Error | null;
  /** Files uploaded before one failed. */
  sent: readonly File[];
  /** Called when another file is chosen: an earlier refusal no longer applies. */
  onChange: () => void;
  onCancel: () => void;
  onUpload: (chosen: ChosenFile[]) => void;
};

/** One or several files with their languages, chosen or dropped anywhere while the form is open. */
export function UploadSubtitleForm(props: Props) {
  const { video, existing, isBusy, error, sent, onChange, onCancel, onUpload } = props;
  const { t } = useTranslation();
  const hasOriginal = existing.some((subtitle) => subtitle.is_original);
  const choices = useChoices(video, hasOriginal);
  const [chosen, setChosen] = useState<string | null>(null);
  const [files, setFiles] = useState<ListedFile[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const isOver = useFileDrop(takeFiles);

  const codes = choices.map(({ code }) => code);
  const listed = files.filter(({ file }) => !sent.includes(file));
  const isSeveral = files.length > 1;
  const only = isSeveral ? undefined : listed[0];
  // Without an original, no other subtitle can be aligned.
  const language = chosen ?? only?.language ?? (hasOriginal ? null : video.original_language);

  async function takeFiles(files: File[]) {
    if (isBusy) return;
    onChange();
    const opened = await openFiles(files);
    if (typeof opened === 'string') {
      const ending = /\.[^.\s]+$/.exec(files[0]?.name ?? '')?.[0];
      return setProblem(
        opened === 'wrongFile' && ending
          ? t('videoDetail.wrongEnding', { ending, endings: SUBTITLE_ENDINGS })
          : t(`videoDetail.${opened}`, { endings: SUBTITLE_ENDINGS }),
      );
    }
    setProblem(null);
    setFiles(opened.map((file) => ({ file, language: languageOfName(file.name, codes), isSelected: true })));
  }

  function change(file: File, changes: Partial<ListedFile>) {
    onChange();
    setProblem(null);
    setFiles(files.map((listed) => (listed.file === file ? { ...listed, ...changes } : listed)));
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    const selected = isSeveral
      ? listed.filter(({ isSelected }) => isSelected)
      : listed.map((file) => ({ ...file, language }));
    const ready = selected.flatMap(({ file, language }) => (language ? [{ file, language }] : []));
    if (ready.length === 0 || ready.length < selected.length) return setProblem(t('videoDetail.selectBoth'));
    if (new Set(ready.map((file) => file.language)).size < ready.length) {
      return setProblem(t('videoDetail.sameLanguage'));
    }
    setProblem(null);
    onUpload(ready);
  }

  const failed = isSeveral ? listed.find(({ isSelected }) => isSelected) : undefined;
  const failure = failed
    ? `${failed.file.name}: ${t('videoDetail.uploadFailed')}`
    : t('videoDetail.uploadFailed');
  const uploadError = error && !isBusy ? uploadErrorText(error, failure) : null;
  const replaces = existing.some((subtitle) => subtitle.language === language);
  const { languageName } = useLanguages();
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <FailureMessage message={problem ?? uploadError} />
        {isSeveral ? (
          <SeveralFiles files={listed} choices={choices} disabled={isBusy} onChange={change} />
        ) : (
          <ChoiceSelect
            choices={choices}
            value={language}
            onChange={(code) => {
              onChange();
              setProblem(null);
              setChosen(code);
            }}
            label={t('videoDetail.fieldLanguage')}
            description={
              replaces ? t('videoDetail.replaces', { language: languageName(language ?? '') }) : undefined
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
          file={only?.file ?? null}
          isLow={isSeveral}
          onChoose={takeFiles}
          isOver={isOver}
          disabled={isBusy}
        />
        <AskBeforeClosing when={chosen !== null || listed.length > 0} />
        <DialogButtons label={t('videoDetail.upload')} isPending={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function useChoices(video: videos.Video, hasOriginal: boolean) {
  const { t } = useTranslation();
  const { languages, languageName } = useLanguages();
  const code = video.original_language;
  const name = `${languageName(code)} ${t('videoDetail.original')}`;
  return suggestOriginal(languages, hasOriginal ? null : { code, name });
}
