import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** After how long a pause in typing it is searched, in milliseconds. */
const PAUSE_MS = 300;

/** Searches while one types. */
export function UserSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(q);
  const [sent, setSent] = useState(q);
  const [seen, setSeen] = useState(q);
  // Changed by something else than typing: the way back, or a button that shows all.
  if (q !== seen) {
    setSeen(q);
    if (q !== sent) setTyped(q);
  }
  const search = useDebouncedCallback((text: string) => {
    setSent(text);
    onSearch(text);
  }, PAUSE_MS);

  return (
    <TextInput
      type="search"
      aria-label={t('users.search')}
      placeholder={t('users.search')}
      size="md"
      dir="auto"
      maw="28rem"
      maxLength={200}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        search(value.trim());
      }}
    />
  );
}
