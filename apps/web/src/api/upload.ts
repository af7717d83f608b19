import { buildUrl, type Endpoint } from '@sayback/contract';
import { ApiError } from './api-error.ts';
import { languageHeaders, type Output, readResponse } from './call.ts';
import { assertTokenOwner, pageAccount } from './page-account.ts';
import { refreshAccess } from './refresh.ts';
import { accessToken, isExpired } from './tokens.ts';

type Upload = {
  params: Record<string, string | number>;
  form: FormData;
  /** Called with the sent fraction, 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
};

/**
 * Uploads a form with progress, which fetch doesn't report. The token is renewed beforehand, so that a long upload isn't
 * refused at its end. Throws like `call`.
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  { params, form, ...options }: Upload,
): Promise<Output<E>> {
  const stored = accessToken();
  const token = stored && !isExpired(stored) ? stored : await refreshAccess();
  assertTokenOwner(pageAccount(), token);
  options.signal?.throwIfAborted();
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, buildUrl(endpoint.path, params));
    for (const [name, value] of Object.entries(languageHeaders())) request.setRequestHeader(name, value);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => options.onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new ApiError(0));
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
  return readResponse(endpoint, status, text);
}
