import { Button, Stack } from '@mantine/core';
import type { accounts } from '@sayback/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { challengeOf } from '../../../api/session.ts';
import { hasPasskeys } from './passkey.ts';
import { StepByPasskey } from './step-by-passkey.tsx';
import { StepByText } from './step-by-text.tsx';

type Answer = Omit<accounts.SecondFactorAnswer, 'ticket'>;
type Props = {
  challenge: accounts.SecondFactorChallenge;
  /** Sends an answer; once it has succeeded the form stays busy: what follows leaves it. */
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

  async function answer(given: Answer): Promise<void> {
    try {
      await onAnswer({ ticket: present.ticket, ...given });
    } catch (error) {
      // A wrong answer brings another challenge for the same ticket.
      setPresent((former) => challengeOf(error) ?? former);
      throw error;
    }
  }

  return (
    <Stack gap="md">
      {method === 'passkey' && present.passkey_options ? (
        <StepByPasskey options={present.passkey_options} onAnswer={(passkey) => answer({ passkey })} />
      ) : (
        <StepByText
          // Another method is another form: what was typed and refused is left behind.
          key={method}
          kind={method === 'totp' ? 'code' : 'recovery_code'}
          onAnswer={answer}
        />
      )}
      <Stack gap={4}>
        {offered
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="subtle" fullWidth mih={44} onClick={() => setChosen(other)}>
              {t(CHOOSE[other])}
            </Button>
          ))}
        <Button variant="subtle" color="gray" fullWidth mih={44} onClick={onBack}>
          {t('secondFactor.back')}
        </Button>
      </Stack>
    </Stack>
  );
}
