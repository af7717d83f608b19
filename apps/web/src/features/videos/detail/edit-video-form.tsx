import { Alert, Button, Group, Paper, Stack, Textarea, TextInput, Title } from '@mantine/core';
import type { videos } from '@sayback/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useId } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import classes from '../form/add-video-form.module.css';
import { LanguageFields } from '../form/language-fields.tsx';
import { useUpdateVideo } from '../queries.ts';
import { YoutubeField } from '../form/source-fields.tsx';
import { changesOf, failureOf, fieldsOf, type VideoFields } from '../form/video-fields.ts';

type Props = { video: videos.Video; onDone: () => void };

/** The header of a video while it is edited. What is typed stays when it could not be saved. */
export function EditVideoForm({ video, onDone }: Props) {
  const { t } = useTranslation();
  const titleId = useId();
  const form = useForm<VideoFields>({ defaultValues: fieldsOf(video) });
  const { register, setError, formState } = form;
  const { mutate: update, error, isPending } = useUpdateVideo(video.id);
  const failure = error && !isPending ? failureOf(error, t('videoDetail.saveFailed')) : null;

  useEffect(() => {
    if (!error) return;
    for (const [name, message] of failureOf(error, '').fields) setError(name, { message });
  }, [error, setError]);

  const save = form.handleSubmit((fields) => {
    const changes = changesOf(video, fields);
    if (Object.keys(changes).length === 0) return onDone();
    update(changes, { onSuccess: onDone });
  });
  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p="lg" maw={720}>
      <form noValidate onSubmit={save}>
        <Title order={1} size="h3" mb="md" id={titleId}>
          {t('videoDetail.editTitle')}
        </Title>
        <fieldset className={classes.fields} disabled={isPending}>
          {failure?.message && (
            <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
              {failure.message}
            </Alert>
          )}
          <TextInput
            {...register('title', {
              validate: (value) => value.trim() !== '' || t('videoManager.required'),
            })}
            label={t('videoManager.fieldTitle')}
            error={formState.errors.title?.message}
            required
            withAsterisk={false}
            size="md"
            classNames={{ input: classes.input }}
            dir="auto"
            lang={video.original_language}
            autoFocus
          />
          <Textarea
            {...register('description')}
            label={t('videoManager.fieldDescription')}
            error={formState.errors.description?.message}
            autosize
            minRows={3}
            maxRows={10}
            size="md"
            dir="auto"
            lang={video.original_language}
          />
          {video.media_url === null && <YoutubeField form={form} isRequired={video.youtube_id !== null} />}
          <LanguageFields form={form} languageHint={t('videoDetail.languageHint')} />
        </fieldset>
        <Stack className={classes.actions}>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" mih={44} onClick={onDone} disabled={isPending}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" mih={44} loading={isPending}>
              {t('videoDetail.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
