import { Autocomplete, Box, Flex } from '@mantine/core';
import { type Ref, useState } from 'react';
import { type Suggestion, suggestLanguages } from './find-language.ts';
import classes from './settings-screen.module.css';

type Props = {
  label: string;
  description: string;
  error: string | undefined;
  languages: readonly { code: string; name: string }[];
  value: string;
  onChange: (value: string) => void;
  ref: Ref<HTMLInputElement>;
};

/** A text field for a language, with suggestions. Only newly typed text filters the list. */
export function LanguageInput({ languages, onChange, ...field }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  // The whole list would cover the message below the focused field.
  const hasUntouchedError = field.error !== undefined && typed === '';
  const suggestions = isOpen && !hasUntouchedError ? suggestLanguages(typed, languages) : [];
  const byName = new Map<string, Suggestion>(suggestions.map((suggestion) => [suggestion.name, suggestion]));

  return (
    <Autocomplete
      {...field}
      size="md"
      aria-invalid={field.error !== undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      comboboxProps={{ withinPortal: false }}
      // The list itself scrolls: a wrapper would be a tab stop that keys can't use.
      withScrollArea={false}
      classNames={{ options: classes.options }}
      data={[...byName.keys()]}
      filter={({ options }) => options}
      renderOption={({ option }) => <Option suggestion={byName.get(option.value)} />}
      onChange={(text) => {
        setTyped(text);
        onChange(text);
      }}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => {
        setIsOpen(false);
        setTyped('');
      }}
    />
  );
}

function Option({ suggestion }: { suggestion: Suggestion | undefined }) {
  if (!suggestion) return null;
  return (
    <Flex component="span" wrap="wrap" justify="space-between" gap="0 1rem" w="100%">
      <span>{suggestion.name}</span>
      {suggestion.ownName && (
        <Box component="span" c="var(--quiet)" lang={suggestion.code} dir="auto">
          {suggestion.ownName}
        </Box>
      )}
    </Flex>
  );
}
