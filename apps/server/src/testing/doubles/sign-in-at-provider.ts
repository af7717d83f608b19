const cookieHeader = (cookieJar: Map<string, string>) =>
  [...cookieJar].map(([name, value]) => `${name}=${value}`).join('; ');

/** Signs in at the provider as a browser would. Returns the URL of the redirect back to sayback.test. */
export async function signInAtProvider(startUrl: string, subject: string, consents = true): Promise<URL> {
  const cookieJar = new Map<string, string>();
  let next = new URL(startUrl);
  for (let redirects = 0; redirects < 20; redirects += 1) {
    if (next.host === 'sayback.test') return next;
    let form: URLSearchParams | null = null;
    if (next.pathname.startsWith('/interaction/') && !next.pathname.endsWith('/abort')) {
      const page = await (await fetch(next, { headers: { cookie: cookieHeader(cookieJar) } })).text();
      if (!consents && page.includes('abort')) next = new URL(`${next.pathname}/abort`, next);
      else
        form = new URLSearchParams({
          prompt: page.includes('value="login"') ? 'login' : 'consent',
          login: subject,
          password: 'x',
        });
    }
    const response = await fetch(next, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: { cookie: cookieHeader(cookieJar) },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      cookieJar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    next = new URL(response.headers.get('location') ?? '', next);
  }
  throw new Error('the provider did not redirect to sayback.test');
}
