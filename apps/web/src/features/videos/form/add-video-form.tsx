import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Alert, Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import classes from './add-video-form.module.css';
import { LanguageFields } from './language-fields.tsx';
import { SourceFields } from './source-fields.tsx';
import { UploadProgress } from '../upload/upload-progress.tsx';
import type { useAddVideo } from './use-add-video.ts';
import { EMPTY_FIELDS, failureOf, newVideoOf, type VideoFields } from './video-fields.ts';

type Props = { adding: ReturnType<typeof useAddVideo>; onCancel: () => void };

/** The fields of a new video. What is typed stays when it could not be added. */
export function AddVideoForm({ adding, onCancel }: Props) {
  const { t } = useTranslation();
  const form = useForm<VideoFields>({ defaultValues: EMPTY_FIELDS });
  const { register, setError, formState } = form;
  const { add, error, isBusy, percent, stop } = adding;
  const failure = error ? failureOf(error, t('videoManager.addFailed')) : null;

  useEffect(() => {
    if (!error) return;
    const [first, ...others] = failureOf(error, '').fields;
    for (const [name, message] of others) setError(name, { message });
    if (first) setError(first[0], { message: first[1] }, { shouldFocus: true });
  }, [error, setError]);

  const filled = (value: string) => value.trim() !== '' || t('videoManager.required');
  return (
    <form noValidate onSubmit={form.handleSubmit((fields) => add(newVideoOf(fields)))}>
      <fieldset className={classes.fields} disabled={isBusy}>
        {failure?.message && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
            {failure.message}
          </Alert>
        )}
        <TextInput
          {...register('title', { validate: filled })}
          label={t('videoManager.fieldTitle')}
          error={formState.errors.title?.message}
          required
          withAsterisk={false}
          size="md"
          classNames={{ input: classes.input }}
          dir="auto"
          data-autofocus
        />
        <Textarea
          {...register('description')}
          label={t('videoManager.fieldDescription')}
          error={formState.errors.description?.message}
          autosize
          minRows={3}
          maxRows={8}
          size="md"
          dir="auto"
        />
        <SourceFields form={form} />
        <LanguageFields form={form} />
        <Checkbox
          {...register('published')}
          label={t('videoManager.fieldPublish')}
          size="md"
          classNames={{ root: classes.publish, label: classes.publishLabel }}
        />
      </fieldset>
      <Stack gap="md" className={classes.actions}>
        {percent !== null ? (
          <UploadProgress percent={percent} onStop={stop} />
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" mih={44} onClick={onCancel} disabled={isBusy}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" mih={44} loading={isBusy}>
              {t('videoManager.upload')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
