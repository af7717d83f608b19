/**
 * Reads a path of this app from a parameter, which may come from anywhere and must not lead to another site. Returns undefined,
 * rather than omitting it, if invalid: the router would restore its own value.
 */
export function toOwnPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined;
  const { origin } = window.location;
  // Browsers drop tabs and line breaks, and read a backslash as a slash: only the URL parser's result counts.
  const url = URL.canParse(value, origin) ? new URL(value, origin) : undefined;
  return url?.origin === origin && !url.pathname.startsWith('//') ? value : undefined;
}
