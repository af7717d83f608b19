import { accounts } from '@sayback/contract';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryFor } from '../../../api/query.ts';
import { toast } from '../../../ui/feedback/toast.ts';

export const USERS_PAGE = 20;
export const ACTIVITY_PAGE = 50;

export const usersQuery = (q: string | undefined, page: number) =>
  queryFor(accounts.listUsers, { query: { q, page } }, { placeholderData: keepPreviousData });

export const invitationsQuery = queryFor(accounts.listInvitations, {});

export const activityQuery = (page: number) =>
  queryFor(accounts.listAudit, { query: { page } }, { placeholderData: keepPreviousData, staleTime: 0 });

const AUDIT = accounts.listAudit;

export type UserChange = { is_admin?: boolean; is_disabled?: boolean };

/** Changes an account and shows `done`. A refusal shows the server's reason: there must be an administrator left. */
export const useChangeUser = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: number; change: UserChange; done: string }) =>
      call(accounts.updateUser, { params: { id }, body: change }),
    onSuccess: (_, { done }) => toast.success(done),
    meta: { failedUnexplained: 'users.changeFailed', stale: [accounts.listUsers, AUDIT] },
  });

export const useSendResetMail = () =>
  useMutation({
    mutationFn: (id: number) => call(accounts.sendResetMail, { params: { id } }),
    meta: { done: 'users.resetSent', failedUnexplained: 'users.sendResetFailed', stale: [AUDIT] },
  });

export const useResetSecondFactor = ({ id, username }: accounts.User) =>
  useMutation({
    mutationFn: () => call(accounts.resetSecondFactor, { params: { id } }),
    meta: {
      done: 'users.secondFactorReset',
      failedUnexplained: 'users.resetSecondFactorFailed',
      values: { username },
      stale: [accounts.listUsers, AUDIT],
    },
  });

export type NewInvitation = { group_name: string; uses: number; expires_in_days: number };

/** Creates an invitation. The caller shows failures, and the link, which the server never sends again. */
export const useCreateInvitation = () =>
  useMutation({
    mutationFn: (body: NewInvitation) => call(accounts.createInvitation, { body }),
    meta: { stale: [accounts.listInvitations, AUDIT] },
  });

export const useRevokeInvitation = () =>
  useMutation({
    mutationFn: (id: number) => call(accounts.deleteInvitation, { params: { id } }),
    meta: {
      done: 'invitations.revoked',
      failedUnexplained: 'invitations.revokeFailed',
      stale: [accounts.listInvitations, AUDIT],
    },
  });
