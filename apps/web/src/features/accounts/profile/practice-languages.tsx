import type { accounts } from '@sayback/contract';
import { useTranslation } from 'react-i18next';
import { useLanguages } from '../../../api/languages.ts';
import { LanguageForm } from './language-form.tsx';
import { PracticeChips } from './practice-chips.tsx';
import { useAddPracticeLanguage } from './queries.ts';
import { Section } from '../section.tsx';

/** The languages that somebody practises, each with a way to take it away, and a form that adds one. */
export function PracticeLanguages({ practised }: { practised: accounts.Profile['target_languages'] }) {
  const { t } = useTranslation();
  const { languages, isBuiltIn } = useLanguages();
  const add = useAddPracticeLanguage();
  const names = new Map(languages.map(({ code, name }) => [code, name]));
  // The server names those that a short list, shown while there is no other, doesn't hold.
  const chips = practised.map(({ language, language_display }) => ({
    code: language,
    name: names.get(language) ?? language_display,
  }));

  return (
    <Section title={t('profile.practiceLanguages')}>
      <PracticeChips languages={chips} />
      <LanguageForm
        label={t('profile.addPractice')}
        submitLabel={t('profile.add')}
        note={isBuiltIn ? t('languages.loadFailed') : undefined}
        choices={languages.filter(({ code }) => !practised.some(({ language }) => language === code))}
        isPending={add.isPending}
        onChoose={add.mutate}
      />
    </Section>
  );
}
