import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox } from '@mantine/core';
import { useTranslation } from '../../../locales/translation.ts';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import classes from './upload-file-list.module.css';

/** A file in the list, and its language. */
export type UploadFile = { file: File; language: string | null; isSelected: boolean };

type Props = {
  files: readonly UploadFile[];
  choices: readonly { code: string; name: string }[];
  disabled: boolean;
  onChange: (file: File, changes: Partial<UploadFile>) => void;
};

/** List of several chosen files, each with a checkbox and its language. */
export function UploadFileList({ files, choices, disabled, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={classes.list}>
      {files.map(({ file, language, isSelected }) => (
        <li key={file.name} className={classes.row}>
          <Checkbox
            label={<bdi>{file.name}</bdi>}
            checked={isSelected}
            disabled={disabled}
            onChange={({ currentTarget }) => onChange(file, { isSelected: currentTarget.checked })}
          />
          <ChoiceSelect
            choices={choices}
            value={language}
            onChange={(code) => onChange(file, { language: code })}
            aria-label={t('videoDetail.languageLabel', { file: file.name })}
            placeholder={t('app.language')}
            disabled={disabled || !isSelected}
            openOnFocus={false}
          />
        </li>
      ))}
    </ul>
  );
}
