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
import { answerByPasskey, hasPasskeys, PasskeyCancelled } from './passkey.ts';

type Answer = Omit<accounts.SecondFactorAnswer, 'ticket'>;
type Props = {
  challenge: accounts.SecondFactorChallenge;
  /** Sends a response. After success the form stays busy, since the page is left. */
  onAnswer: (answer: accounts.SecondFactorAnswer) => Promise<void>;
  onBack: () => void;
};

const CHOOSE = {
  totp: 'secondFactor.useApp',
  passkey: 'secondFactor.usePasskey',
  recovery: 'secondFactor.useRecovery',
} as const;

/** Asks for the second step: by the app's code, a passkey or a recovery code, whichever the account has. */
export function SecondStep({ challenge, onAnswer, onBack }: Props) {
  const { t } = useTranslation();
  const [present, setPresent] = useState(challenge);
  const offered = present.methods.filter((method) => method !== 'passkey' || hasPasskeys());
  const [chosen, setChosen] = useState<accounts.SecondFactorMethod | null>(null);
  const method = chosen && offered.includes(chosen) ? chosen : (offered[0] ?? 'recovery');

  async function answer(proof: Answer): Promise<void> {
    try {
      await onAnswer({ ticket: present.ticket, ...proof });
    } catch (error) {
      // After a wrong response the server sends another challenge for the same ticket.
      setPresent((former) => getChallenge(error) ?? former);
      throw error;
    }
  }

  return (
    <Stack gap="md">
      {method === 'passkey' && present.passkey_options ? (
        <StepByPasskey options={present.passkey_options} onAnswer={(passkey) => answer({ passkey })} />
      ) : (
        <StepByText
          // A new key per method resets the form.
          key={method}
          kind={method === 'totp' ? 'code' : 'recovery_code'}
          onAnswer={answer}
        />
      )}
      <Stack gap={4}>
        {offered
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="subtle" fullWidth onClick={() => setChosen(other)}>
              {t(CHOOSE[other])}
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

function StepByPasskey({ options, onAnswer }: PasskeyProps) {
  const { t } = useTranslation();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => onAnswer(await answerByPasskey(options)),
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

function StepByText({ kind, onAnswer }: TextProps) {
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
