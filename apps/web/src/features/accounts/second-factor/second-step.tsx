import { Button, Stack, Text, TextInput } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { getChallenge, replaceSession } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { useTextForm } from '../forms/use-text-form.ts';
import { authenticateWithPasskey, hasPasskeys, PasskeyCancelled } from './passkey.ts';

type Answer = Omit<accounts.SecondFactorAnswer, 'ticket'>;
type Props = {
  challenge: accounts.SecondFactorChallenge;
  /** Sends the answer. After a success the form stays busy, since the page is left. */
  onAnswer: (answer: accounts.SecondFactorAnswer) => Promise<void>;
  onBack: () => void;
};

const LABELS = {
  totp: 'secondFactor.useApp',
  passkey: 'secondFactor.usePasskey',
  recovery: 'secondFactor.useRecovery',
} as const;

/** Asks for the second step: the app's code, a passkey or a recovery code, depending on the account. */
export function SecondStep({ challenge, onAnswer, onBack }: Props) {
  const { t } = useTranslation();
  const [currentChallenge, setCurrentChallenge] = useState(challenge);
  const availableMethods = currentChallenge.methods.filter((method) => method !== 'passkey' || hasPasskeys());
  const [selected, setSelected] = useState<accounts.SecondFactorMethod | null>(null);
  const method =
    selected && availableMethods.includes(selected) ? selected : (availableMethods[0] ?? 'recovery');

  async function answer(proof: Answer): Promise<void> {
    try {
      await onAnswer({ ticket: currentChallenge.ticket, ...proof });
    } catch (error) {
      // After a wrong answer the server sends another challenge.
      setCurrentChallenge((previous) => getChallenge(error) ?? previous);
      throw error;
    }
  }

  return (
    <Stack gap="md">
      {method === 'passkey' && currentChallenge.passkey_options ? (
        <PasskeyStep options={currentChallenge.passkey_options} onAnswer={(passkey) => answer({ passkey })} />
      ) : (
        <CodeStep
          // Resets the form for each method.
          key={method}
          kind={method === 'totp' ? 'code' : 'recovery_code'}
          onAnswer={answer}
        />
      )}
      <Stack gap={4}>
        {availableMethods
          .filter((alternative) => alternative !== method)
          .map((alternative) => (
            <Button key={alternative} variant="subtle" fullWidth onClick={() => setSelected(alternative)}>
              {t(LABELS[alternative])}
            </Button>
          ))}
        <Button variant="quiet" fullWidth onClick={onBack}>
          {t('secondFactor.back')}
        </Button>
      </Stack>
    </Stack>
  );
}

type PasskeyProps = {
  options: accounts.PasskeyOptions;
  onAnswer: (passkey: accounts.PasskeyAnswer) => Promise<void>;
};

function PasskeyStep({ options, onAnswer }: PasskeyProps) {
  const { t } = useTranslation();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => onAnswer(await authenticateWithPasskey(options)),
  });
  const message = () => {
    if (!error) return undefined;
    if (error instanceof PasskeyCancelled) return t('secondFactor.passkeyNotUsed');
    if (error instanceof ApiError && error.status === 0) return t('app.offline');
    return (error instanceof ApiError && error.detail) || t('secondFactor.failed');
  };
  return (
    <Stack gap="md">
      <FailureMessage message={message()} />
      <Text>{t('secondFactor.stepPasskey')}</Text>
      <Button
        size="lg"
        fullWidth
        leftSection={<IconKey size={20} aria-hidden />}
        loading={isPending || isSuccess}
        onClick={() => mutate()}
        autoFocus
        data-autofocus
      >
        {t('secondFactor.usePasskey')}
      </Button>
    </Stack>
  );
}

type Kind = 'code' | 'recovery_code';
type TextProps = { kind: Kind; onAnswer: (answer: { [K in Kind]?: string }) => Promise<void> };

function CodeStep({ kind, onAnswer }: TextProps) {
  const { t } = useTranslation();
  const isCode = kind === 'code';
  const { field, submit, message, isBusy } = useTextForm<Kind>({
    names: [kind],
    fallback: t('secondFactor.failed'),
    send: (typed) => onAnswer({ [kind]: typed[kind].trim() }),
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <FailureMessage message={message} />
        <TextInput
          {...field(kind)}
          size="lg"
          label={isCode ? t('secondFactor.code') : t('secondFactor.recoveryCode')}
          description={isCode ? t('secondFactor.stepApp') : t('secondFactor.stepRecovery')}
          autoComplete={isCode ? 'one-time-code' : 'off'}
          inputMode={isCode ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          // Focus is expected: the form appears in response to the user's action.
          autoFocus
          data-autofocus
        />
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          {t('secondFactor.continue')}
        </Button>
      </Stack>
    </form>
  );
}

type LoginProps = { challenge: accounts.SecondFactorChallenge; onDone: () => void; onBack: () => void };

export function LoginSecondStep({ challenge, onDone, onBack }: LoginProps) {
  async function finish(answer: accounts.SecondFactorAnswer): Promise<void> {
    replaceSession(await call(accounts.finishLogin, { body: answer }));
    onDone();
  }
  return <SecondStep challenge={challenge} onAnswer={finish} onBack={onBack} />;
}
