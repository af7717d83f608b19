import { Button, Group, Stack, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FilterFields } from './filter-fields.tsx';
import { KeywordFields } from './keyword-fields.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { SaveSearch } from './save-search.tsx';
import { SavedSearches } from './saved-searches.tsx';
import classes from './search-dialog.module.css';
import { buildSettings } from './search-settings.ts';
import { SearchStatus, type VideoSearch } from './use-search-videos.tsx';

type Props = { videoSearch: VideoSearch; onClose: () => void };

/** Form of a YouTube search. Its draft survives closing, and a running search continues. */
export function SearchDialog({ videoSearch, onClose }: Props) {
  const { t } = useTranslation();
  const { draft, setDraft, candidateJob } = videoSearch;
  const hasLanguage = draft.languages.length > 0;
  return (
    <Dialog onClose={onClose} title={t('candidateSearch.title')} size="xl" fullScreenBelow="48em">
      <Stack gap="lg">
        <SavedSearches onLoad={setDraft} />
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (hasLanguage) videoSearch.start(buildSettings(draft));
          }}
        >
          <Stack gap="lg">
            <LanguageChoice
              selected={draft.languages}
              onChange={(languages) => setDraft({ ...draft, languages })}
            />
            <KeywordFields draft={draft} onChange={setDraft} />
            <FilterFields draft={draft} onChange={setDraft} />
            <SearchStatus videoSearch={videoSearch} />
            <Group justify="flex-end" gap="sm" className={classes.foot}>
              {!hasLanguage && (
                <Text size="sm" c="dimmed" role="status" flex="1 0 100%" ta="end">
                  {t('candidateSearch.noLanguage')}
                </Text>
              )}
              <Button variant="default" onClick={onClose}>
                {t('app.close')}
              </Button>
              <Button
                type="submit"
                disabled={!hasLanguage}
                loading={candidateJob.isRunning}
                leftSection={buttonIcon(IconSearch)}
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
