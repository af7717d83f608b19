import type { accounts } from '@sayback/contract';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { useSaveNativeLanguage } from '../profile/queries.ts';
import { fieldText, findLanguage } from './find-language.ts';
import { LanguageInput } from './language-input.tsx';
import { SaveButton } from './save-button.tsx';
import classes from './settings-screen.module.css';
import { type CheckToken, useSettingsForm } from './use-settings-form.ts';

const NAMES = ['native_language'] as const;

type Props = CheckToken & { profile: accounts.Profile };

export function NativeLanguageForm({ profile, checkToken }: Props) {
  const { t } = useTranslation();
  const { languages, isBuiltIn } = useLanguages();
  const save = useSaveNativeLanguage();
  const savedLanguage = profile.native_language;
  const savedText = savedLanguage ? fieldText(savedLanguage, languages) : '';
  const codeFor = (text: string) => (text === savedText ? savedLanguage : findLanguage(text, languages));

  const { field, submit, type, message, isBusy, isSaved } = useSettingsForm<(typeof NAMES)[number]>({
    checkToken,
    names: NAMES,
    initial: { native_language: savedText },
    validate: ({ native_language: typed }) =>
      typed.trim() !== '' && codeFor(typed) === null
        ? { native_language: t('settings.unknownLanguage') }
        : {},
    send: ({ native_language }) => save(codeFor(native_language)),
  });

  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <FailureMessage message={message} />
      <LanguageInput
        {...field('native_language')}
        onChange={(text) => type('native_language', text)}
        label={t('settings.nativeLanguage')}
        description={isBuiltIn ? t('languages.loadFailed') : t('settings.nativeHint')}
        languages={languages}
      />
      <SaveButton label={t('settings.save')} isBusy={isBusy} isSaved={isSaved} />
    </form>
  );
}
