import { buildUrl, type Endpoint, type Schema } from '@sayback/contract';
import { z } from 'zod';
import { writeJson } from './edge-values.ts';
import { goodForm, mutateForm } from './hostile-form.ts';
import type { Body, HostileRequest, Mutation, Role } from './hostile-request.ts';
import type { LibraryIds } from './library-ids.ts';
import { malformedHeaders } from './malformed-headers.ts';
import { mutatePath, mutateQuery, mutateSlashes } from './mutate-address.ts';
import { mutateBody } from './mutate-body.ts';
import type { Random } from './random.ts';
import { type FieldContext, inputSchema, validInput } from './valid-input.ts';

type Deps = { random: Random; ids: LibraryIds };
type Members = Record<string, unknown>;

const ROLES: Role[] = ['nobody', 'learner', 'admin'];
/** Returns true if the endpoint is open to that role. */
export const mayCall = ({ access }: Endpoint, role: Role) =>
  access === 'anyone' || role === 'admin' || (access === 'learner' && role === 'learner');

const takes = (schema: Schema, value: unknown) => z.safeParse(schema, value).success;

function makeMembers(schema: Schema | undefined, { random, ids }: Deps, declared: Endpoint): Members {
  if (!schema) return {};
  const getIds = (name: string) => ids.ofField(declared.path, name);
  const context: FieldContext = { name: '', idsByName: getIds };
  const value = validInput(inputSchema(schema), random, context);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function makeParams(declared: Endpoint, deps: Deps): Members {
  const { random, ids } = deps;
  const params = makeMembers(declared.params, deps, declared);
  const there = ids.ofPath(declared.path);
  if ('id' in params) params.id = there.length > 0 && random.chance(0.9) ? random.pick(there) : 424_242;
  return params;
}

/** Returns true if the contract rejects a body, whatever is stored. */
function isRefusedBody(declared: Endpoint, { body }: Body): boolean {
  if (!declared.body || declared.files) return false;
  try {
    return !takes(declared.body, JSON.parse(body.toString()));
  } catch {
    return false;
  }
}

/** A valid request, as the web app sends it, by a permitted role. */
export function goodRequest(
  declared: Endpoint,
  deps: Deps,
): HostileRequest & { members: Members; params: Members } {
  const { random } = deps;
  const params = makeParams(declared, deps);
  const query = makeMembers(declared.query, deps, declared);
  const members = makeMembers(declared.body, deps, declared);
  const sent: Body | null = declared.files
    ? goodForm(members, Object.keys(declared.files).slice(0, random.chance(0.8) ? 1 : 2))
    : declared.body
      ? { headers: { 'content-type': 'application/json' }, body: Buffer.from(writeJson(members)) }
      : null;
  return {
    declared,
    what: 'as it should be',
    role: random.pick(ROLES.filter((role) => mayCall(declared, role))),
    method: declared.method,
    url: buildUrl(declared.path, params, query),
    headers: sent?.headers ?? {},
    body: sent?.body ?? null,
    expectRefusal: false,
    members,
    params,
  };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

type Change = Mutation<Partial<HostileRequest>>;

function mutate(good: ReturnType<typeof goodRequest>, { random }: Deps): Change {
  const { declared, members, params, url } = good;
  const queryNames = declared.query ? Object.keys(inputSchema(declared.query).properties ?? {}) : [];
  const choices: (() => Change)[] = [
    () => mutateSlashes(url, random),
    ...Array(queryNames.length > 0 ? 3 : 1).fill(() => mutateQuery(url, queryNames, random)),
    () => malformedHeaders(random),
    () => ({ what: 'another method', method: random.pick(METHODS) }),
  ];
  if (declared.params) choices.push(...Array(2).fill(() => mutatePath(declared.path, params, random)));
  const [file] = Object.keys(declared.files ?? {});
  if (file) choices.push(...Array(8).fill(() => mutateForm(members, file, random)));
  else if (declared.body) choices.push(...Array(8).fill(() => mutateBody(members, random)));
  else if (declared.method !== 'GET') choices.push(() => mutateBody({}, random));
  return random.pick(choices)();
}

/** Creates a request to an endpoint: valid, by a role without permission, or mutated in one way. */
export function makeRequest(declared: Endpoint, deps: Deps): HostileRequest {
  const { random } = deps;
  const { members: _, params: __, ...good } = goodRequest(declared, deps);
  const others = ROLES.filter((role) => !mayCall(declared, role));
  if (random.chance(0.3)) return good;
  if (others.length > 0 && random.chance(0.15)) {
    return { ...good, what: 'by somebody who may not', role: random.pick(others), expectRefusal: true };
  }
  const change = mutate({ ...good, members: _, params: __ }, deps);
  const body = change.body ?? good.body;
  const mutated = { ...good, ...change, headers: { ...good.headers, ...change.headers } };
  const isBody = body !== null && change.body !== undefined && change.headers !== undefined;
  const isRefused =
    isBody &&
    isRefusedBody(declared, { headers: change.headers ?? {}, body }) &&
    mutated.method === declared.method;
  return { ...mutated, expectRefusal: (change.expectRefusal ?? false) || isRefused };
}
