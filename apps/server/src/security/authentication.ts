import { type Access, accounts } from '@sayback/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { PlainId } from '../messages/message.ts';

/** The person who calls. */
export type Viewer = {
  id: number;
  session_id: number;
  /** False while an administrator's session lacks a second factor that is required. */
  is_admin: boolean;
  /** An administrator's session lacks a second factor that is required. */
  must_confirm: boolean;
};

/** Tells whose access token it is; null when it is expired, ended, tampered with or something else. */
export type Authenticate = (token: string) => Promise<Viewer | null>;

const unauthorized = (message: PlainId) =>
  new AppError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } });

export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** Lets the caller through as `access` says: throws a 401 without a good token, a 403 for want of the role. */
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
