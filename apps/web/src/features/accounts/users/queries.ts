import { accounts, type Endpoint } from '@sayback/contract';
import { keepPreviousData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { invalidate, queryOf } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';

export const USERS_PAGE = 20;
export const ACTIVITY_PAGE = 50;

export const usersQuery = (q: string | undefined, page: number) =>
  queryOf(accounts.listUsers, { query: { q, page } }, { placeholderData: keepPreviousData });

export const invitationsQuery = queryOf(accounts.listInvitations, {});

export const activityQuery = (page: number) =>
  queryOf(accounts.listAudit, { query: { page } }, { placeholderData: keepPreviousData, staleTime: 0 });

/** Everything that is changed here appears in the audit log. */
const refresh = (client: QueryClient, ...changed: Endpoint[]) =>
  Promise.all([...changed, accounts.listAudit].map((endpoint) => invalidate(client, endpoint)));

export type UserChange = { is_admin?: boolean; is_disabled?: boolean };

/** Changes an account and shows `done`. A refusal shows the server's reason: the last administrator can't be removed. */
export function useChangeUser() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: number; change: UserChange; done: string }) =>
      call(accounts.updateUser, { params: { id }, body: change }),
    onSuccess: (_, { done }) => toast.success(done),
    onError: (error) => toast.failure(messageOf(error, t('users.changeFailed'))),
    onSettled: () => refresh(client, accounts.listUsers),
  });
}

export function useSendResetMail() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(accounts.sendResetMail, { params: { id } }),
    onSuccess: () => {
      toast.success(t('users.resetSent'));
      return refresh(client);
    },
    onError: (error) => toast.failure(messageOf(error, t('users.sendResetFailed'))),
  });
}

export function useResetSecondFactor() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: accounts.User) => call(accounts.resetSecondFactor, { params: { id } }),
    onSuccess: (_, { username }) => {
      toast.success(t('users.secondFactorReset', { username }));
      return refresh(client, accounts.listUsers);
    },
    onError: (error) => toast.failure(messageOf(error, t('users.resetSecondFactorFailed'))),
  });
}

export type NewInvitation = { group_name: string; uses: number; expires_in_days: number };

/** Makes an invitation. The caller shows its failure, and the link, which is never sent again. */
export function useCreateInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewInvitation) => call(accounts.createInvitation, { body }),
    onSuccess: () => void refresh(client, accounts.listInvitations),
  });
}

export function useTakeBackInvitation() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(accounts.deleteInvitation, { params: { id } }),
    onSuccess: () => toast.success(t('invitations.takenBack')),
    onError: (error) => toast.failure(messageOf(error, t('invitations.takeBackFailed'))),
    onSettled: () => refresh(client, accounts.listInvitations),
  });
}
