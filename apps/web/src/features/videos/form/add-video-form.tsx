import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox, Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../../locales/translation.ts';
import { AskBeforeClosing } from '../../../ui/dialog/ask-before-closing.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { UploadProgress } from '../media/upload-progress.tsx';
import classes from './add-video-form.module.css';
import { SourceFields } from './source-fields.tsx';
import type { useAddVideo } from './use-add-video.ts';
import { buildNewVideo, EMPTY_FIELDS, type VideoFields } from './video-fields.ts';
import { VideoFormFields } from './video-form-fields.tsx';

type Props = { addVideo: ReturnType<typeof useAddVideo>; onCancel: () => void };

/** The form for a new video. Keeps its values if adding fails. */
export function AddVideoForm({ addVideo, onCancel }: Props) {
  const { t } = useTranslation();
  const form = useForm<VideoFields>({ defaultValues: EMPTY_FIELDS });
  const { add, error, isBusy, percent, stop } = addVideo;
  return (
    <form noValidate onSubmit={form.handleSubmit((fields) => add(buildNewVideo(fields)))}>
      <AskBeforeClosing when={form.formState.isDirty} />
      <VideoFormFields form={form} error={error} failed={t('videoManager.addFailed')} isBusy={isBusy}>
        <SourceFields form={form} />
      </VideoFormFields>
      <Checkbox
        {...form.register('published')}
        disabled={isBusy}
        label={t('videoManager.fieldPublish')}
        size="md"
        mt="md"
        classNames={{ root: classes.publish, label: classes.publishLabel }}
      />
      <Stack gap="md" mt="lg">
        {percent !== null ? (
          <UploadProgress percent={percent} onStop={stop} />
        ) : (
          <DialogButtons label={t('videoManager.upload')} isPending={isBusy} onCancel={onCancel} />
        )}
      </Stack>
    </form>
  );
}
