import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = Omit<SelectProps, 'data' | 'onChange'> & {
  choices: readonly { code: string; name: string }[];
  onChange: (code: string | null) => void;
};

/** A select for long lists of named codes, searched by typing. */
export function ChoiceSelect({ choices, onChange, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Select
      searchable
      nothingFoundMessage={t('profile.noMatch')}
      placeholder={t('profile.chooseLanguage')}
      // A closed list would stand in the page twice named, for screen readers and for nothing.
      comboboxProps={{ keepMounted: false }}
      maxDropdownHeight={280}
      data={choices.map(({ code, name }) => ({ value: code, label: name }))}
      onChange={onChange}
      {...rest}
    />
  );
}
