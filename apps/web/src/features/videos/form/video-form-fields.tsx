import '@mantine/core/styles/SimpleGrid.css';
import { Flex, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useCountries, useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import classes from './add-video-form.module.css';
import { formErrors, type VideoFields } from './video-fields.ts';

type Props = {
  form: UseFormReturn<VideoFields>;
  error: Error | null;
  failed: string;
  isBusy: boolean;
  /** Language of the title and the description, if known. */
  language?: string;
  languageHint?: string;
  /** Rendered between the description and the languages. */
  children: ReactNode;
};

/** The fields of every video. Shows the server's messages at their fields, and focuses the first invalid one. */
export function VideoFormFields({ form, error, failed, isBusy, language, languageHint, children }: Props) {
  const { t } = useTranslation();
  const { register, setError, formState } = form;
  useEffect(() => {
    if (!error) return;
    const [first, ...others] = formErrors(error, '').fields;
    for (const [name, message] of others) setError(name, { message });
    if (first) setError(first[0], { message: first[1] }, { shouldFocus: true });
  }, [error, setError]);

  return (
    <Flex component="fieldset" direction="column" gap="md" disabled={isBusy}>
      <FailureMessage message={error ? formErrors(error, failed).message : undefined} />
      <TextInput
        {...register('title', { validate: (value) => value.trim() !== '' || t('app.required') })}
        label={t('videoManager.fieldTitle')}
        error={formState.errors.title?.message}
        required
        withAsterisk={false}
        classNames={{ input: classes.input }}
        dir="auto"
        lang={language}
        autoFocus
        data-autofocus
      />
      <Textarea
        {...register('description')}
        label={t('videoManager.fieldDescription')}
        error={formState.errors.description?.message}
        autosize
        minRows={3}
        maxRows={10}
        dir="auto"
        lang={language}
      />
      {children}
      <LanguageFields form={form} {...(languageHint && { languageHint })} />
    </Flex>
  );
}

/** The spoken language, and the country of its regional variety. */
function LanguageFields({ form, languageHint }: Pick<Props, 'form' | 'languageHint'>) {
  const { t } = useTranslation();
  const { languages } = useLanguages();
  const countries = useCountries();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <Controller
        control={form.control}
        name="original_language"
        rules={{ validate: (code) => code !== null || t('app.required') }}
        render={({ field, fieldState }) => (
          <ChoiceSelect
            {...field}
            choices={languages}
            label={t('videoManager.fieldLanguage')}
            description={languageHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={t('profile.chooseLanguage')}
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
            nothingFoundMessage={t('videoManager.noCountryFound')}
            error={fieldState.error?.message}
            size="md"
            classNames={{ input: classes.input }}
          />
        )}
      />
    </SimpleGrid>
  );
}
