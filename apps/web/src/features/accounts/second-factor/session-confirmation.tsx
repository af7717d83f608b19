import { accounts } from '@sayback/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { invalidate, queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { SecondStep } from './second-step.tsx';

export function SessionConfirmation({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  // Never reused: a ticket is valid for five minutes.
  const { data, isError, refetch } = useQuery(
    queryFor(accounts.challengeSecondFactor, {}, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }),
  );

  async function confirm(body: accounts.SecondFactorAnswer): Promise<void> {
    await call(accounts.confirmSecondFactor, { body });
    await invalidate(client, accounts.getSecondFactor);
    onDone();
  }

  if (isError) return <Failure message={t('secondFactor.loadFailed')} onRetry={() => refetch()} />;
  if (!data) return <Skeletons heights={[50, 50, 50]} gap="lg" />;
  return <SecondStep challenge={data} onAnswer={confirm} onBack={onBack} />;
}
