import { Stack } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import { AskBeforeClosing } from '../../../ui/dialog/ask-before-closing.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useChangeLanguage } from '../queries.ts';

type Props = { subtitle: subtitles.Subtitle; onClose: () => void };

/** Changes the language of a subtitle that was uploaded under another. */
export function ChangeLanguageDialog({ subtitle, onClose }: Props) {
  const { t } = useTranslation();
  const { languages } = useLanguages();
  const [language, setLanguage] = useState<string | null>(subtitle.language);
  const { mutate: change, isPending, error } = useChangeLanguage(subtitle.id, onClose);
  return (
    <Dialog title={t('subtitleCard.changeLanguage')} {...{ isPending, onClose }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (language && !isPending) change(language);
        }}
      >
        <Stack gap="lg">
          <ChoiceSelect
            choices={languages}
            value={language}
            onChange={setLanguage}
            label={t('videoDetail.fieldLanguage')}
            description={t('subtitleCard.changeLanguageHint')}
            error={
              error && !isPending ? withReason(t('subtitleCard.changeLanguageFailed'), error) : undefined
            }
            disabled={isPending}
            size="md"
            openOnFocus={false}
            data-autofocus
          />
          <AskBeforeClosing when={language !== subtitle.language} />
          <DialogButtons
            label={t('subtitleCard.changeLanguage')}
            isPending={isPending}
            isDisabled={!language || language === subtitle.language}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
