import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/FloatingIndicator.css';
import { Input, SegmentedControl } from '@mantine/core';
import type { accounts } from '@sayback/contract';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { preferencesQuery, useChangePreferences } from '../../../api/preferences.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Section, SectionSkeleton } from '../section.tsx';
import classes from './settings-screen.module.css';

const AS_BROWSER = 'browser';

/** A language's name in that language, capitalised. */
function ownName(code: InterfaceLanguage): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The interface's language and colours: changed at once, for this account on every device. */
export function Appearance() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery(preferencesQuery);
  if (data) return <Choices preferences={data} />;
  if (isError) return <Failure message={t('settings.loadFailed')} onRetry={() => refetch()} />;
  return <SectionSkeleton />;
}

function Choices({ preferences }: { preferences: accounts.Preferences }) {
  const { t } = useTranslation();
  const change = useChangePreferences({
    onQueued: () => toast.note(t('app.savedLater')),
    onRefused: () => toast.failure(t('settings.saveFailed')),
  });
  return (
    <Section title={t('settings.appearance')}>
      <Choice
        label={t('settings.interfaceLanguage')}
        value={preferences.interface_language ?? AS_BROWSER}
        onChange={(language) => change({ interface_language: language === AS_BROWSER ? null : language })}
        choices={[
          { value: AS_BROWSER, label: t('settings.browserLanguage') },
          ...INTERFACE_LANGUAGES.map((code) => ({ value: code, label: ownName(code) })),
        ]}
      />
      <Choice
        label={t('settings.theme')}
        value={preferences.theme}
        onChange={(theme) => change({ theme })}
        choices={[
          { value: 'auto', label: t('settings.themeAuto') },
          { value: 'light', label: t('settings.themeLight') },
          { value: 'dark', label: t('settings.themeDark') },
          { value: 'contrast', label: t('settings.themeContrast') },
        ]}
      />
    </Section>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  choices: { value: Value; label: string }[];
};

function Choice<Value extends string>({ label, value, onChange, choices }: ChoiceProps<Value>) {
  return (
    <Input.Wrapper label={label} labelElement="div" size="md">
      <SegmentedControl
        aria-label={label}
        fullWidth
        size="md"
        value={value}
        onChange={onChange}
        data={choices}
        classNames={{ root: classes.segments, label: classes.segment }}
      />
    </Input.Wrapper>
  );
}
