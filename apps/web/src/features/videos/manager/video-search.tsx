import { Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';

const TYPING_PAUSE_MS = 150;

/** Searches the titles. The query is part of the address, so that going back restores it. */
export function VideoSearch(props: { query: string; onSearch: (text: string) => void }) {
  const { query, onSearch } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState(query);
  const search = useDebouncedCallback((text: string) => onSearch(text), TYPING_PAUSE_MS);

  // The address may change without typing: back, or 'Show all videos'.
  useEffect(() => setTyped((present) => (present.trim() === query ? present : query)), [query]);

  return (
    <Group role="search">
      <TextInput
        type="search"
        aria-label={t('videoManager.search')}
        placeholder={t('videoManager.search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        w="100%"
        maw={360}
        styles={{ input: { minHeight: 44 } }}
        dir="auto"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          search(value.trim());
        }}
      />
    </Group>
  );
}
