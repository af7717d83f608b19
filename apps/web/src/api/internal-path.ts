/**
 * Reads a path of this app from an untrusted parameter. Returns undefined if it is invalid or leads to another site. Don't omit
 * the parameter then: the router would restore its own value.
 */
export function readInternalPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined;
  const { origin } = window.location;
  // Browsers drop tabs and line breaks, and read a backslash as a slash: only the URL parser's result counts.
  const url = URL.canParse(value, origin) ? new URL(value, origin) : undefined;
  return url?.origin === origin && !url.pathname.startsWith('//') ? value : undefined;
}
