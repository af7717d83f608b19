import { Button, Group, Stack, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FilterFields } from './filter-fields.tsx';
import { KeywordFields } from './keyword-fields.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { SaveSearch } from './save-search.tsx';
import { SavedSearches } from './saved-searches.tsx';
import classes from './search-dialog.module.css';
import { buildSettings } from './search-settings.ts';
import { type Searching, SearchNotes } from './use-search-videos.tsx';

type Props = { searching: Searching; onClose: () => void };

/** Form of a YouTube search. Closing it loses nothing, and a running search continues. */
export function SearchDialog({ searching, onClose }: Props) {
  const { t } = useTranslation();
  const { draft, setDraft, work } = searching;
  const hasLanguage = draft.languages.length > 0;
  return (
    <Dialog onClose={onClose} title={t('candidateSearch.title')} size="xl" fullScreenBelow="48em">
      <Stack gap="lg">
        <SavedSearches onLoad={setDraft} />
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (hasLanguage) searching.start(buildSettings(draft));
          }}
        >
          <Stack gap="lg">
            <LanguageChoice
              chosen={draft.languages}
              onChange={(languages) => setDraft({ ...draft, languages })}
            />
            <KeywordFields draft={draft} onChange={setDraft} />
            <FilterFields draft={draft} onChange={setDraft} />
            <SearchNotes searching={searching} />
            <Group justify="flex-end" gap="sm" className={classes.foot}>
              {!hasLanguage && (
                <Text size="sm" c="dimmed" role="status" className={classes.why}>
                  {t('candidateSearch.noLanguage')}
                </Text>
              )}
              <Button variant="default" onClick={onClose}>
                {t('app.close')}
              </Button>
              <Button
                type="submit"
                disabled={!hasLanguage}
                loading={work.isRunning}
                leftSection={<IconSearch size={18} aria-hidden />}
              >
                {t('candidateSearch.search')}
              </Button>
            </Group>
          </Stack>
        </form>
        {hasLanguage && <SaveSearch draft={draft} />}
      </Stack>
    </Dialog>
  );
}
