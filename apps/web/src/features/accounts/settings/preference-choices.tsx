import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/FloatingIndicator.css';
import { Input, SegmentedControl } from '@mantine/core';
import type { accounts } from '@sayback/contract';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@sayback/contract';
import { useChangePreferences } from '../../../api/preferences.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import classes from './settings-screen.module.css';

const BROWSER_LANGUAGE = 'browser';

/** A language's name in that language, capitalised. */
function nativeName(code: InterfaceLanguage): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** Changes a preference, with toasts if it is saved later or refused. */
function useChange() {
  const { t } = useTranslation();
  return useChangePreferences({
    onQueued: () => toast.note(t('app.willSaveLater')),
    onRefused: () => toast.failure(t('settings.saveFailed')),
  });
}

type Props = { preferences: accounts.Preferences };

export function InterfaceLanguageChoice({ preferences }: Props) {
  const { t } = useTranslation();
  const change = useChange();
  return (
    <Choice
      label={t('settings.interfaceLanguage')}
      hasVisibleLabel
      value={preferences.interface_language ?? BROWSER_LANGUAGE}
      onChange={(language) => change({ interface_language: language === BROWSER_LANGUAGE ? null : language })}
      choices={[
        { value: BROWSER_LANGUAGE, label: t('settings.browserLanguage') },
        ...INTERFACE_LANGUAGES.map((code) => ({ value: code, label: nativeName(code) })),
      ]}
    />
  );
}

export function ThemeChoice({ preferences }: Props) {
  const { t } = useTranslation();
  const change = useChange();
  return (
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
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  /** True if there is no heading above it. */
  hasVisibleLabel?: boolean;
  value: Value;
  onChange: (value: Value) => void;
  choices: { value: Value; label: string }[];
};

function Choice<Value extends string>({
  label,
  hasVisibleLabel,
  value,
  onChange,
  choices,
}: ChoiceProps<Value>) {
  return (
    <Input.Wrapper label={hasVisibleLabel && label} labelElement="div" size="md">
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
