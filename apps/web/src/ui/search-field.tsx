import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

/** Debounce of typing, in milliseconds. */
const PAUSE_MS = 250;

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** The current search, from the address. */
  query: string | undefined;
  onSearch: (query: string) => void;
};

/** A field that searches while typing. Its name is its label or, without one, its placeholder. */
export function SearchField({ query = '', onSearch, label, placeholder, ...look }: Props) {
  const [typed, setTyped] = useState(query);
  const [sent, setSent] = useState(query);
  const [seen, setSeen] = useState(query);
  // Changed without typing: by the back button, or a button that shows all.
  if (query !== seen) {
    setSeen(query);
    if (query !== sent) setTyped(query);
  }
  const search = useDebouncedCallback((text: string) => {
    setSent(text);
    onSearch(text);
  }, PAUSE_MS);
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
      {...look}
    />
  );
}
