import { useTranslation } from '../../../locales/translation.ts';
import type { FieldProps } from '../forms/use-text-form.ts';
import { PasswordField } from './password-field.tsx';

type Props = { first: FieldProps; second: FieldProps; size: 'md' | 'lg' };

export const isTypedTwice = (first: string, second: string): boolean => first !== '' && first === second;

/** Fields for a new password, typed twice. Shows a mismatch immediately. */
export function NewPasswordFields({ first, second, size }: Props) {
  const { t } = useTranslation();
  const differs = second.value !== '' && first.value !== second.value;
  const problem = differs ? t('passwordReset.mismatch') : second.error;
  return (
    <>
      <PasswordField
        {...first}
        size={size}
        label={t('passwordReset.newPassword')}
        description={t('auth.passwordHint')}
        autoComplete="new-password"
      />
      <PasswordField
        {...second}
        size={size}
        label={t('passwordReset.confirmPassword')}
        error={problem}
        aria-invalid={problem !== undefined}
        autoComplete="new-password"
      />
    </>
  );
}
