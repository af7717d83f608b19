import { Box, Paper, Title } from '@mantine/core';
import type { videos } from '@sayback/contract';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../../locales/translation.ts';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { YoutubeField } from '../form/source-fields.tsx';
import { changedFields, fieldsFromVideo, type VideoFields } from '../form/video-fields.ts';
import { VideoFormFields } from '../form/video-form-fields.tsx';
import { useUpdateVideo } from '../queries.ts';

type Props = { video: videos.Video; onDone: () => void };

export function EditVideoForm({ video, onDone }: Props) {
  const { t } = useTranslation();
  const titleId = useId();
  // Later versions of the video may have others' changes, which these fields must not revert.
  const [initial] = useState(video);
  const form = useForm<VideoFields>({ defaultValues: fieldsFromVideo(initial) });
  const { mutate: update, error, isPending } = useUpdateVideo(video.id);
  const save = form.handleSubmit((fields) => {
    const changes = changedFields(initial, fields);
    if (Object.keys(changes).length === 0) return onDone();
    update(changes, { onSuccess: onDone });
  });
  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p="lg" maw={720}>
      <form noValidate onSubmit={save}>
        <Title order={1} size="h3" mb="md" id={titleId}>
          {t('videoDetail.editTitle')}
        </Title>
        <VideoFormFields
          form={form}
          error={error}
          failed={t('videoDetail.saveFailed')}
          isBusy={isPending}
          language={video.original_language}
          languageHint={t('videoDetail.languageHint')}
        >
          {video.media_url === null && <YoutubeField form={form} isRequired={video.youtube_id !== null} />}
        </VideoFormFields>
        <Box mt="lg">
          <DialogButtons label={t('app.save')} isPending={isPending} onCancel={onDone} />
        </Box>
      </form>
    </Paper>
  );
}
