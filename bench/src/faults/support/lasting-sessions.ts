import { accounts } from '@sayback/contract';
import { callAs, createCaller, Refusal, type Site, withRetries } from './api-call.ts';
import { PASSWORD } from './workload.ts';

const KEPT = 2;

/** Opens sessions that must stay valid, and ends another one. `check` returns violations. */
export async function openSessions(site: Site): Promise<{ check: () => Promise<string[]> }> {
  const anybody = createCaller(site);
  const account = { username: 'a-traveller', password: PASSWORD };
  await anybody(accounts.register, { body: account });
  const refreshTokens: string[] = [];
  for (let number = 0; number < KEPT; number += 1)
    refreshTokens.push((await callAs(site, account)).tokens.refresh);
  const ended = (await callAs(site, account)).tokens;
  await anybody(accounts.logout, { body: { refresh: ended.refresh } });
  const renew = (refresh: string) => withRetries(() => anybody(accounts.refreshToken, { body: { refresh } }));

  return {
    async check() {
      const wrong: string[] = [];
      for (const refresh of refreshTokens) {
        const access = await renew(refresh).then(
          (response) => response.access,
          (error) => {
            wrong.push(`a session is gone: ${error.message}`);
            return null;
          },
        );
        if (access === null) continue;
        const sessions = await withRetries(() => createCaller(site, () => access)(accounts.listSessions));
        if (sessions.length !== KEPT) wrong.push(`${sessions.length} sessions are listed, ${KEPT} were kept`);
      }
      const isAdmitted = await renew(ended.refresh).then(
        () => true,
        (error) => !(error instanceof Refusal && error.status === 401),
      );
      if (isAdmitted) wrong.push('an ended session was accepted');
      return wrong;
    },
  };
}

/** Opens `count` sessions. The returned function refreshes their access tokens and returns them. */
export async function openCrowd(site: Site, count: number): Promise<() => Promise<string[]>> {
  const anybody = createCaller(site);
  const account = { username: 'a-crowd', password: PASSWORD };
  await anybody(accounts.register, { body: account });
  const people: { access: string; refresh: string }[] = [];
  for (let number = 0; number < count; number += 1) people.push((await callAs(site, account)).tokens);
  return async () => {
    // Tokens are valid for 15 minutes. While no server responds, the previous ones are used.
    const renewals = people.map(async (user) => {
      const { access } = await anybody(accounts.refreshToken, { body: { refresh: user.refresh } });
      user.access = access;
    });
    await Promise.allSettled(renewals);
    return people.map(({ access }) => access);
  };
}
