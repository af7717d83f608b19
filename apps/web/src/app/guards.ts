import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { ensureProfile } from '../api/session.ts';

export type GuardContext = { queryClient: QueryClient };
type Entering = { context: GuardContext };

/** For those who are not signed in: the others go home. */
export async function publicOnly({ context }: Entering): Promise<void> {
  if (await ensureProfile(context.queryClient)) throw redirect({ to: '/' });
}

/** For the signed-in: the others go to the login. */
export async function protectedRoute({ context }: Entering): Promise<void> {
  if (!(await ensureProfile(context.queryClient))) throw redirect({ to: '/login' });
}

/** For administrators: other signed-in people go home. */
export async function adminOnly({ context }: Entering): Promise<void> {
  const profile = await ensureProfile(context.queryClient);
  if (!profile) throw redirect({ to: '/login' });
  if (!profile.is_admin) throw redirect({ to: '/' });
}
