import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { Button, Radio, Stack } from '@mantine/core';
import { subtitles, type videos } from '@sayback/contract';
import { IconLanguage } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorMessage } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useLanguages } from '../../../api/languages.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { AskBeforeClosing } from '../../../ui/dialog/ask-before-closing.tsx';

type Props = { video: videos.Video; existing: readonly subtitles.Subtitle[] };

/** Button that creates a translation: its dialog asks for the language, and then the editor opens. */
export function StartTranslation({ video, existing }: Props) {
  const { t } = useTranslation();
  const { languages } = useLanguages();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [language, setLanguage] = useState<string | null>(null);
  const [isMachineTranslated, setMachineTranslated] = useState(false);
  const service = useQuery(queryFor(subtitles.getTranslationService, {}, { enabled: isOpen }));
  const missing = service.data?.missing ?? null;
  const usedLanguages = new Set(existing.map((subtitle) => subtitle.language));
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (chosen: string) =>
      call(subtitles.beginTranslation, {
        params: { id: video.id },
        body: { language: chosen, by_machine: isMachineTranslated },
      }),
    onSuccess: ({ alignment_id }) =>
      navigate({ to: '/subtitles/$alignmentId/edit', params: { alignmentId: alignment_id } }),
  });
  const close = () => {
    reset();
    setLanguage(null);
    setOpen(false);
  };
  return (
    <>
      <Button variant="default" leftSection={buttonIcon(IconLanguage)} onClick={() => setOpen(true)}>
        {t('beginTranslation.open')}
      </Button>
      {isOpen && (
        <ActionDialog
          title={t('beginTranslation.open')}
          label={t('beginTranslation.begin')}
          isPending={isPending}
          isDisabled={language === null}
          onSubmit={() => language && mutate(language)}
          onClose={close}
        >
          <ChoiceSelect
            choices={languages.filter(({ code }) => !usedLanguages.has(code))}
            value={language}
            onChange={setLanguage}
            label={t('app.language')}
            size="md"
            openOnFocus={false}
            error={error && errorMessage(error, t('beginTranslation.failed'))}
            data-autofocus
          />
          <Radio.Group
            label={t('beginTranslation.texts')}
            value={isMachineTranslated ? 'machine' : 'empty'}
            onChange={(value) => setMachineTranslated(value === 'machine')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="empty" label={t('beginTranslation.empty')} />
              <Radio
                value="machine"
                label={t('beginTranslation.machine')}
                description={missing}
                disabled={missing !== null}
              />
            </Stack>
          </Radio.Group>
          <AskBeforeClosing when={language !== null} />
        </ActionDialog>
      )}
    </>
  );
}
