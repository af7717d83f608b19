import { buildUrl, type Endpoint, type Schema } from '@sayback/contract';
import { z } from 'zod';
import { writeJson } from './edge-values.ts';
import { mutateForm, validForm } from './hostile-form.ts';
import type { Body, HostileRequest, Mutation, Role } from './hostile-request.ts';
import type { LibraryIds } from './library-ids.ts';
import { pickMalformedHeaders } from './malformed-headers.ts';
import { mutateBody } from './mutate-body.ts';
import { mutatePath, mutatePathSpelling, mutateQuery } from './mutate-url.ts';
import type { Random } from './random.ts';
import { type FieldContext, inputSchema, makeValidInput } from './valid-input.ts';

type Deps = { random: Random; ids: LibraryIds };
type Members = Record<string, unknown>;

const ROLES: Role[] = ['nobody', 'learner', 'admin'];
/** Returns true if a role has access to the endpoint. */
export const canCall = ({ access }: Endpoint, role: Role) =>
  access === 'anyone' || role === 'admin' || (access === 'learner' && role === 'learner');

const accepts = (schema: Schema, value: unknown) => z.safeParse(schema, value).success;

function makeMembers(schema: Schema | undefined, { random, ids }: Deps, endpoint: Endpoint): Members {
  if (!schema) return {};
  const idsByName = (name: string) => ids.findFieldIds(endpoint.path, name);
  const context: FieldContext = { name: '', idsByName };
  const value = makeValidInput(inputSchema(schema), random, context);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function makeParams(endpoint: Endpoint, deps: Deps): Members {
  const { random, ids } = deps;
  const params = makeMembers(endpoint.params, deps, endpoint);
  const pathIds = ids.findPathIds(endpoint.path);
  if ('id' in params) params.id = pathIds.length > 0 && random.chance(0.9) ? random.pick(pathIds) : 424_242;
  return params;
}

/** Returns true if the contract's schema rejects a body. */
function isRejectedBody(endpoint: Endpoint, { body }: Body): boolean {
  if (!endpoint.body || endpoint.files) return false;
  try {
    return !accepts(endpoint.body, JSON.parse(body.toString()));
  } catch {
    return false;
  }
}

/** Creates a valid request by a permitted role. */
export function makeValidRequest(
  endpoint: Endpoint,
  deps: Deps,
): HostileRequest & { members: Members; params: Members } {
  const { random } = deps;
  const params = makeParams(endpoint, deps);
  const query = makeMembers(endpoint.query, deps, endpoint);
  const members = makeMembers(endpoint.body, deps, endpoint);
  const payload: Body | null = endpoint.files
    ? validForm(members, Object.keys(endpoint.files).slice(0, random.chance(0.8) ? 1 : 2))
    : endpoint.body
      ? { headers: { 'content-type': 'application/json' }, body: Buffer.from(writeJson(members)) }
      : null;
  return {
    endpoint,
    description: 'valid',
    role: random.pick(ROLES.filter((role) => canCall(endpoint, role))),
    method: endpoint.method,
    url: buildUrl(endpoint.path, params, query),
    headers: payload?.headers ?? {},
    body: payload?.body ?? null,
    mustBeRejected: false,
    members,
    params,
  };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

type Change = Mutation<Partial<HostileRequest>>;

function mutate(validRequest: ReturnType<typeof makeValidRequest>, { random }: Deps): Change {
  const { endpoint, members, params, url } = validRequest;
  const queryNames = endpoint.query ? Object.keys(inputSchema(endpoint.query).properties ?? {}) : [];
  const choices: (() => Change)[] = [
    () => mutatePathSpelling(url, random),
    ...Array(queryNames.length > 0 ? 3 : 1).fill(() => mutateQuery(url, queryNames, random)),
    () => pickMalformedHeaders(random),
    () => ({ description: 'a different method', method: random.pick(METHODS) }),
  ];
  if (endpoint.params) choices.push(...Array(2).fill(() => mutatePath(endpoint.path, params, random)));
  const [file] = Object.keys(endpoint.files ?? {});
  if (file) choices.push(...Array(8).fill(() => mutateForm(members, file, random)));
  else if (endpoint.body) choices.push(...Array(8).fill(() => mutateBody(members, random)));
  else if (endpoint.method !== 'GET') choices.push(() => mutateBody({}, random));
  return random.pick(choices)();
}

/** Creates a request to an endpoint: valid, by a role without permission, or mutated in one way. */
export function makeRequest(endpoint: Endpoint, deps: Deps): HostileRequest {
  const { random } = deps;
  const { members, params, ...validRequest } = makeValidRequest(endpoint, deps);
  const forbiddenRoles = ROLES.filter((role) => !canCall(endpoint, role));
  if (random.chance(0.3)) return validRequest;
  if (forbiddenRoles.length > 0 && random.chance(0.15)) {
    return {
      ...validRequest,
      description: 'without permission',
      role: random.pick(forbiddenRoles),
      mustBeRejected: true,
    };
  }
  const change = mutate({ ...validRequest, members, params }, deps);
  const body = change.body ?? validRequest.body;
  const mutated = { ...validRequest, ...change, headers: { ...validRequest.headers, ...change.headers } };
  const isBody = body !== null && change.body !== undefined && change.headers !== undefined;
  const isRejected =
    isBody &&
    isRejectedBody(endpoint, { headers: change.headers ?? {}, body }) &&
    mutated.method === endpoint.method;
  return { ...mutated, mustBeRejected: (change.mustBeRejected ?? false) || isRejected };
}
