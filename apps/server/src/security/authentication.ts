import { type Access, accounts } from '@sayback/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { PlainId } from '../messages/message.ts';

export type Viewer = {
  id: number;
  session_id: number;
  /** False while an administrator's session lacks a required second factor. */
  is_admin: boolean;
  /** True while an administrator's session lacks a required second factor. */
  must_confirm: boolean;
};

/** Returns the user of an access token; null if the token is invalid or expired, or its session ended. */
export type Authenticate = (token: string) => Promise<Viewer | null>;

const unauthorized = (message: PlainId) =>
  new AppError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } });

export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** Returns the user if `access` allows the request. Throws a 401 without a valid token, a 403 without the role. */
export async function authorise(
  request: FastifyRequest,
  access: Access,
  authenticate: Authenticate,
): Promise<Viewer | null> {
  if (access === 'anyone') return null;
  const token = bearerToken(request);
  if (!token) throw unauthorized('auth.noCredentials');
  const viewer = await authenticate(token);
  if (!viewer) throw unauthorized('auth.badToken');
  if (access === 'admin' && viewer.must_confirm) {
    throw new AppError('forbidden', 'auth.adminSecondFactor', {
      extra: { code: accounts.SECOND_FACTOR_REQUIRED },
    });
  }
  if (access === 'admin' && !viewer.is_admin) {
    throw new AppError('forbidden', 'auth.adminOnly');
  }
  return viewer;
}
