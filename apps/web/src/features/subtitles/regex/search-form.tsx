import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core';
import { subtitles } from '@sayback/contract';
import { IconBookmark } from '@tabler/icons-react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import classes from './regex-editor.module.css';
import type { Search } from './search.ts';

type Props = {
  form: UseFormReturn<Search>;
  isPending: boolean;
  onSubmit: (search: Search) => void;
  onReset: () => void;
  onPatterns: () => void;
};

/** Turns off spell check and autocorrect. */
const CODE_INPUT = { spellCheck: false, autoComplete: 'off', autoCapitalize: 'off' } as const;

export function SearchForm({ form, isPending, onSubmit, onReset, onPatterns }: Props) {
  const { t } = useTranslation();
  const { control, register, handleSubmit, formState } = form;
  const transform = useWatch({ control, name: 'transform' });
  const { errors } = formState;
  return (
    <form
      className={classes.form}
      aria-label={t('regex.search')}
      noValidate
      onSubmit={handleSubmit((search) => {
        if (!isPending) onSubmit(search);
      })}
    >
      <div className={classes.fields}>
        <TextInput
          {...register('regex', { required: t('regex.patternMissing') })}
          {...CODE_INPUT}
          label={t('regex.pattern')}
          maxLength={subtitles.PATTERN_LIMIT}
          error={errors.regex?.message}
          dir="ltr"
          classNames={{ input: classes.code }}
        />
        <TextInput
          {...register('replacement')}
          {...CODE_INPUT}
          label={t('regex.replacement')}
          description={t('regex.replacementHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          maxLength={subtitles.PATTERN_LIMIT}
          disabled={transform !== ''}
          error={errors.replacement?.message}
          dir="auto"
          classNames={{ input: classes.code }}
        />
        <Transformation form={form} />
      </div>
      <Group gap="sm" justify="space-between">
        <Group gap="md">
          <Checkbox
            {...register('ignore_case')}
            label={t('regex.ignoreCase')}
            classNames={{ body: classes.check }}
          />
          <Button variant="quiet" leftSection={buttonIcon(IconBookmark)} onClick={onPatterns}>
            {t('regexPatterns.open')}
          </Button>
        </Group>
        <Group gap="sm" className={classes.actions}>
          <Button variant="default" onClick={onReset}>
            {t('regex.resetSearch')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('regex.applyRegex')}
          </Button>
        </Group>
      </Group>
    </form>
  );
}

function Transformation({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation();
  const choices = [
    { value: '', label: t('regex.transformNone') },
    { value: 'uppercase', label: t('regex.transformUppercase') },
    { value: 'lowercase', label: t('regex.transformLowercase') },
  ];
  return (
    <Controller
      control={form.control}
      name="transform"
      render={({ field }) => (
        <Select
          {...field}
          label={t('regex.transformation')}
          size="md"
          data={choices}
          allowDeselect={false}
          onChange={(value) => field.onChange(value ?? '')}
        />
      )}
    />
  );
}
