import { Button, Flex, Group, NativeSelect, Title } from '@mantine/core';
import { videos } from '@sayback/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useLanguages } from '../../../api/languages.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import classes from './language-question.module.css';
import { useSaveLanguages } from './queries.ts';

type Language = { code: string; name: string };

/** Returns the first of the browser's languages that is in the list, by its exact or its base code. */
function guessNativeLanguage(languages: readonly Language[]): string | null {
  const isKnown = (preferred: string) => languages.some(({ code }) => code === preferred);
  const preferred = navigator.languages.flatMap((tag) => [tag, tag.split('-')[0] ?? '']);
  return preferred.find(isKnown) ?? null;
}

/** Asks new users which language they speak and which they learn: both affect the videos and translations they see. */
export function LanguageQuestion({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { languages, languageName } = useLanguages();
  const { data: videoLanguages = [] } = useQuery(queryFor(videos.listVideoLanguages, {}));
  const [selected, setSelected] = useState<string | null>(null);
  const [checkedLanguages, setCheckedLanguages] = useState<readonly string[]>([]);
  const native = selected ?? guessNativeLanguage(languages);
  const { mutate, isPending, isError } = useMutation({ mutationFn: useSaveLanguages(), onSuccess: onDone });

  const options = videoLanguages
    .filter((code) => code !== native)
    .map((code) => ({ code, name: languageName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  const practiceLanguages = checkedLanguages.filter((code) => code !== native);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    mutate({ native, practiceLanguages });
  }

  return (
    <form className={classes.question} onSubmit={submit} aria-labelledby="languages-question">
      <Title order={2} size="h3" id="languages-question">
        {t('languageQuestion.title')}
      </Title>
      <FailureMessage message={isError ? t('settings.saveFailed') : undefined} />
      <Flex wrap="wrap" gap="1rem 2rem" align="end">
        {/* The native element: Mantine's would add 40 kB to the first visit. */}
        <NativeSelect
          label={t('languageQuestion.speak')}
          size="md"
          className={classes.native}
          data={[
            ...(native ? [] : [{ value: '', label: t('profile.chooseLanguage') }]),
            ...languages.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          value={native ?? ''}
          onChange={({ currentTarget: { value } }) => setSelected(value)}
        />
        {options.length > 0 && (
          <fieldset className={classes.learning}>
            <legend>{t('languageQuestion.learn')}</legend>
            {options.map(({ code, name }) => (
              <label key={code} className={classes.choice}>
                <input
                  type="checkbox"
                  checked={practiceLanguages.includes(code)}
                  onChange={({ currentTarget: { checked } }) =>
                    setCheckedLanguages(
                      checked
                        ? [...checkedLanguages, code]
                        : checkedLanguages.filter((other) => other !== code),
                    )
                  }
                />
                {name}
              </label>
            ))}
          </fieldset>
        )}
        <Group gap="xs" className={classes.buttons}>
          <Button type="submit" size="md" loading={isPending}>
            {t('languageQuestion.save')}
          </Button>
          <Button variant="subtle" size="md" onClick={onDone}>
            {t('languageQuestion.skip')}
          </Button>
        </Group>
      </Flex>
    </form>
  );
}
