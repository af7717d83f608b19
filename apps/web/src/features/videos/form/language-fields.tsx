import '@mantine/core/styles/SimpleGrid.css';
import { SimpleGrid } from '@mantine/core';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCountries, useLanguages } from '../../../api/languages.ts';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import classes from './add-video-form.module.css';
import type { VideoFields } from './video-fields.ts';

/** The language that is spoken, and the country that it is spoken as in. */
export function LanguageFields(props: { form: UseFormReturn<VideoFields>; languageHint?: string }) {
  const { form, languageHint } = props;
  const { t } = useTranslation();
  const { languages } = useLanguages();
  const countries = useCountries();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <Controller
        control={form.control}
        name="original_language"
        rules={{ validate: (code) => code !== null || t('videoManager.required') }}
        render={({ field, fieldState }) => (
          <ChoiceSelect
            {...field}
            choices={languages}
            label={t('videoManager.fieldLanguage')}
            description={languageHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={t('videoManager.fieldLanguagePlaceholder')}
            error={fieldState.error?.message}
            required
            withAsterisk={false}
            openOnFocus={false}
            size="md"
            classNames={{ input: classes.input }}
          />
        )}
      />
      <Controller
        control={form.control}
        name="country"
        render={({ field, fieldState }) => (
          <ChoiceSelect
            {...field}
            choices={countries}
            clearable
            openOnFocus={false}
            label={t('videoManager.fieldCountry')}
            placeholder={t('videoManager.noCountry')}
            nothingFoundMessage={t('videoManager.noSuchCountry')}
            error={fieldState.error?.message}
            size="md"
            classNames={{ input: classes.input }}
          />
        )}
      />
    </SimpleGrid>
  );
}
