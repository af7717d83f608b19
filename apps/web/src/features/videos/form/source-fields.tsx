import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/FloatingIndicator.css';
import { FileInput, Input, SegmentedControl, TextInput } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useId } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from '../../../locales/translation.ts';
import { MEDIA_ACCEPT } from '../media/use-media-upload.ts';
import classes from './add-video-form.module.css';
import { isYoutubeId, type VideoFields } from './video-fields.ts';
import { parseYoutubeId } from './youtube-id.ts';

type Props = { form: UseFormReturn<VideoFields> };

export function SourceFields({ form }: Props) {
  const { t } = useTranslation();
  const labelId = useId();
  const isHosted = form.watch('source') === 'hosted';
  return (
    <>
      <div>
        <Input.Label component="div" id={labelId} size="md">
          {t('videoManager.source')}
        </Input.Label>
        <Controller
          control={form.control}
          name="source"
          render={({ field: { ref: _, ...field } }) => (
            <SegmentedControl
              {...field}
              aria-labelledby={labelId}
              fullWidth
              size="md"
              classNames={{ label: classes.segment }}
              data={[
                { value: 'youtube', label: t('videoManager.sourceYoutube') },
                { value: 'hosted', label: t('videoManager.sourceHosted') },
              ]}
            />
          )}
        />
      </div>
      {isHosted ? <MediaField form={form} /> : <YoutubeField form={form} isRequired />}
    </>
  );
}

/** The id of a YouTube video. A pasted URL is converted to its id. */
export function YoutubeField({ form, isRequired }: Props & { isRequired: boolean }) {
  const { t } = useTranslation();
  return (
    <Controller
      control={form.control}
      name="youtube_id"
      rules={{
        validate: {
          filled: (value) => !isRequired || value.trim() !== '' || t('app.required'),
          isId: (value) => value.trim() === '' || isYoutubeId(value) || t('videoManager.invalidYoutubeId'),
        },
      }}
      render={({ field, fieldState }) => (
        <TextInput
          {...field}
          onChange={({ currentTarget: { value } }) => field.onChange(parseYoutubeId(value))}
          label={t('videoManager.fieldYoutubeId')}
          description={t('videoManager.fieldYoutubeIdHint')}
          error={fieldState.error?.message}
          required={isRequired}
          withAsterisk={false}
          classNames={{ input: classes.input }}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    />
  );
}

function MediaField({ form }: Props) {
  const { t } = useTranslation();
  return (
    <Controller
      control={form.control}
      name="media"
      rules={{ validate: (file) => file !== null || t('app.required') }}
      render={({ field, fieldState }) => (
        <FileInput
          {...field}
          label={t('videoManager.fieldMedia')}
          description={t('videoManager.fieldMediaHint')}
          placeholder={t('videoManager.chooseFile')}
          accept={MEDIA_ACCEPT}
          leftSection={<IconFileUpload size={20} aria-hidden />}
          error={fieldState.error?.message}
          size="md"
          classNames={{ input: classes.input }}
        />
      )}
    />
  );
}
