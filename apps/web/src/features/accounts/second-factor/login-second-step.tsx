import { accounts } from '@sayback/contract';
import { call } from '../../../api/call.ts';
import { replaceSession } from '../../../api/session.ts';
import { SecondStep } from './second-step.tsx';

type LoginProps = { challenge: accounts.SecondFactorChallenge; onDone: () => void; onBack: () => void };

/** The second step of signing in. */
export function LoginSecondStep({ challenge, onDone, onBack }: LoginProps) {
  async function finish(answer: accounts.SecondFactorAnswer): Promise<void> {
    replaceSession(await call(accounts.finishLogin, { body: answer }));
    onDone();
  }
  return <SecondStep challenge={challenge} onAnswer={finish} onBack={onBack} />;
}
