import { Alert, Stack } from '@mantine/core';
import type { subtitles, videos } from '@sayback/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { FileField } from './file-field.tsx';
import { isSubtitleName, languageOfName, refusalOf, SUBTITLE_ENDINGS } from './subtitle-file.ts';
import { suggestOriginal } from './subtitle-order.ts';
import classes from './upload-subtitle-form.module.css';
import { useFileDrop } from './use-file-drop.ts';

type Props = {
  video: videos.Video;
  existing: subtitles.Subtitle[];
  isBusy: boolean;
  error: Error | null;
  /** Something else was chosen: what was refused before is no longer news. */
  onChange: () => void;
  onCancel: () => void;
  onUpload: (chosen: { language: string; file: File }) => void;
};

/** A language and a file, chosen or dropped anywhere while the form is open. */
export function UploadSubtitleForm({ video, existing, isBusy, error, onChange, onCancel, onUpload }: Props) {
  const { t } = useTranslation();
  const hasOriginal = existing.some((subtitle) => subtitle.is_original);
  const choices = useChoices(video, hasOriginal);
  const [chosen, setChosen] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isOver = useFileDrop(takeFile);

  const codes = choices.map(({ code }) => code);
  const ofFile = file && languageOfName(file.name, codes);
  // Nothing can be aligned before there is an original.
  const language = chosen ?? ofFile ?? (hasOriginal ? null : video.original_language);

  function takeFile(taken: File) {
    if (isBusy) return;
    onChange();
    if (!isSubtitleName(taken.name))
      return setProblem(t('videoDetail.wrongFile', { endings: SUBTITLE_ENDINGS }));
    setProblem(null);
    setFile(taken);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (!language || !file) return setProblem(t('videoDetail.selectBoth'));
    setProblem(null);
    onUpload({ language, file });
  }

  const refusal = error && !isBusy ? refusalOf(error, t('videoDetail.uploadFailed')) : null;
  const replaces = existing.some((subtitle) => subtitle.language === language);
  const { nameOf } = useLanguages();
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {(problem ?? refusal) && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
            {problem ?? refusal}
          </Alert>
        )}
        <ChoiceSelect
          choices={choices}
          value={language}
          onChange={(code) => {
            onChange();
            setProblem(null);
            setChosen(code);
          }}
          label={t('videoDetail.fieldLanguage')}
          description={replaces ? t('videoDetail.replaces', { language: nameOf(language ?? '') }) : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={isBusy}
          size="md"
          classNames={{ input: classes.input }}
          openOnFocus={false}
          data-autofocus
        />
        <FileField file={file} onChoose={takeFile} isOver={isOver} disabled={isBusy} />
        <DialogButtons label={t('videoDetail.upload')} isPending={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function useChoices(video: videos.Video, hasOriginal: boolean) {
  const { t } = useTranslation();
  const { languages, nameOf } = useLanguages();
  const code = video.original_language;
  const name = `${nameOf(code)} ${t('videoDetail.original')}`;
  return suggestOriginal(languages, hasOriginal ? null : { code, name });
}
