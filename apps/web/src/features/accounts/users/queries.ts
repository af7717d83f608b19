import { accounts } from '@sayback/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { toast } from '../../../ui/toast.ts';

const EVERY_USER = { queryKey: ['users'] };
/** Everything that is done here is written down there. */
const THE_LOG = { queryKey: ['audit-log'] };

export const USERS_PAGE = 20;
export const ACTIVITY_PAGE = 50;

export const usersQuery = (q: string | undefined, page: number) =>
  queryOptions({
    queryKey: [...EVERY_USER.queryKey, q, page],
    queryFn: ({ signal }) => call(accounts.listUsers, { query: { q, page }, signal }),
    placeholderData: keepPreviousData,
  });

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => call(accounts.listInvitations, { signal }),
});

export const activityQuery = (page: number) =>
  queryOptions({
    queryKey: [...THE_LOG.queryKey, page],
    queryFn: ({ signal }) => call(accounts.listAudit, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export type UserChange = { is_admin?: boolean; is_disabled?: boolean };

/** Changes an account, and says that it is `done`. The server's reason for a refusal is shown: it keeps the last administrator. */
export function useChangeUser() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: number; change: UserChange; done: string }) =>
      call(accounts.updateUser, { params: { id }, body: change }),
    onSuccess: (_, { done }) => toast.success(done),
    onError: (error) => toast.failure(messageOf(error, t('users.changeFailed'))),
    onSettled: () => Promise.all([client.invalidateQueries(EVERY_USER), client.invalidateQueries(THE_LOG)]),
  });
}

export function useSendResetMail() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(accounts.sendResetMail, { params: { id } }),
    onSuccess: () => {
      toast.success(t('users.resetSent'));
      return client.invalidateQueries(THE_LOG);
    },
    onError: (error) => toast.failure(messageOf(error, t('users.sendResetFailed'))),
  });
}

/** Removes somebody's second factors. */
export function useResetSecondFactor() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: accounts.User) => call(accounts.resetSecondFactor, { params: { id } }),
    onSuccess: (_, { username }) => {
      toast.success(t('users.secondFactorReset', { username }));
      return Promise.all([client.invalidateQueries(EVERY_USER), client.invalidateQueries(THE_LOG)]);
    },
    onError: (error) => toast.failure(messageOf(error, t('users.resetSecondFactorFailed'))),
  });
}

export type NewInvitation = { group_name: string; uses: number; expires_in_days: number };

/** Makes an invitation. Whoever calls it shows its failure, and the link, which comes this once. */
export function useCreateInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewInvitation) => call(accounts.createInvitation, { body }),
    onSuccess: () => {
      void client.invalidateQueries(invitationsQuery);
      void client.invalidateQueries(THE_LOG);
    },
  });
}

export function useTakeBackInvitation() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(accounts.deleteInvitation, { params: { id } }),
    onSuccess: () => toast.success(t('invitations.takenBack')),
    onError: (error) => toast.failure(messageOf(error, t('invitations.takeBackFailed'))),
    onSettled: () =>
      Promise.all([client.invalidateQueries(invitationsQuery), client.invalidateQueries(THE_LOG)]),
  });
}
