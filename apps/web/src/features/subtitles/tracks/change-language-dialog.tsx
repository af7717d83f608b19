import type { subtitles } from '@sayback/contract';
import { useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { AskBeforeClosing } from '../../../ui/dialog/ask-before-closing.tsx';
import { useChangeLanguage } from '../queries.ts';

type Props = { subtitle: subtitles.Subtitle; onClose: () => void };

/** Changes the language of a subtitle that was uploaded under another. */
export function ChangeLanguageDialog({ subtitle, onClose }: Props) {
  const { t } = useTranslation();
  const { languages } = useLanguages();
  const [language, setLanguage] = useState<string | null>(subtitle.language);
  const { mutate: change, isPending, error } = useChangeLanguage(subtitle.id, onClose);
  return (
    <ActionDialog
      title={t('subtitleCard.changeLanguage')}
      label={t('subtitleCard.changeLanguage')}
      isDisabled={!language || language === subtitle.language}
      onSubmit={() => language && !isPending && change(language)}
      {...{ isPending, onClose }}
    >
      <ChoiceSelect
        choices={languages}
        value={language}
        onChange={setLanguage}
        label={t('app.language')}
        description={t('subtitleCard.changeLanguageHint')}
        error={error && !isPending ? withReason(t('subtitleCard.changeLanguageFailed'), error) : undefined}
        disabled={isPending}
        size="md"
        openOnFocus={false}
        data-autofocus
      />
      <AskBeforeClosing when={language !== subtitle.language} />
    </ActionDialog>
  );
}
