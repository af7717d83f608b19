import '@mantine/core/styles/PasswordInput.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './password-field.module.css';

type Props = PasswordInputProps & { autoComplete: 'current-password' | 'new-password' };

export function PasswordField(props: Props) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('auth.showCharacters'), className: classes.toggle }}
      {...props}
    />
  );
}
