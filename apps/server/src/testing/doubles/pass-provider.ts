const cookies = (jar: Map<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** Follows the provider's pages as a browser would, signing in as `sub`, up to the redirect back to sayback.test. */
export async function passProvider(start: string, sub: string, consents = true): Promise<URL> {
  const jar = new Map<string, string>();
  let next = new URL(start);
  for (let step = 0; step < 20; step += 1) {
    if (next.host === 'sayback.test') return next;
    let form: URLSearchParams | null = null;
    if (next.pathname.startsWith('/interaction/') && !next.pathname.endsWith('/abort')) {
      const page = await (await fetch(next, { headers: { cookie: cookies(jar) } })).text();
      if (!consents && page.includes('abort')) next = new URL(`${next.pathname}/abort`, next);
      else
        form = new URLSearchParams({
          prompt: page.includes('value="login"') ? 'login' : 'consent',
          login: sub,
          password: 'x',
        });
    }
    const response = await fetch(next, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: { cookie: cookies(jar) },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    next = new URL(response.headers.get('location') ?? '', next);
  }
  throw new Error('the provider never sent the browser back');
}
