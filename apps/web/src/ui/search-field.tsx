import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

/** Debounce of typing, in milliseconds. */
const DEBOUNCE_MS = 250;

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** The current search, from the URL. */
  query: string | undefined;
  onSearch: (query: string) => void;
};

/** A field that searches while typing. Without a label, the placeholder is its accessible name. */
export function SearchField({ query = '', onSearch, label, placeholder, ...inputProps }: Props) {
  const [typed, setTyped] = useState(query);
  const [lastSearch, setLastSearch] = useState(query);
  const [lastQuery, setLastQuery] = useState(query);
  // The URL changed without typing, as by the back button.
  if (query !== lastQuery) {
    setLastQuery(query);
    if (query !== lastSearch) {
      setLastSearch(query);
      setTyped(query);
    }
  }
  const search = useDebouncedCallback((text: string) => {
    setLastSearch(text);
    onSearch(text);
  }, DEBOUNCE_MS);
  return (
    <TextInput
      type="search"
      label={label}
      aria-label={label ? undefined : placeholder}
      placeholder={placeholder}
      leftSection={<IconSearch size={18} aria-hidden />}
      // An empty field has the page's direction, so that the icon is at the start.
      dir={typed ? 'auto' : undefined}
      maxLength={200}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        search(value.trim());
      }}
      {...inputProps}
    />
  );
}
