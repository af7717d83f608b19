import {
  type Endpoint,
  ERROR_STATUS,
  type ErrorCode,
  errorBody,
  type Schema,
  successStatus,
} from '@sayback/contract';
import { z } from 'zod';

const toSchema = (schema: Schema, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  });
  return rest;
};

function describeParameters(location: 'path' | 'query', schema: Schema | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}

function describeRequestBody({ body, files }: Endpoint) {
  if (!files)
    return body && { required: true, content: { 'application/json': { schema: toSchema(body, 'input') } } };
  const fields = body ? toSchema(body, 'input') : { properties: {}, required: [] };
  const schema = {
    type: 'object',
    properties: {
      ...fields.properties,
      ...Object.fromEntries(
        Object.entries(files).map(([name, { description }]) => [
          name,
          { type: 'string', contentMediaType: 'application/octet-stream', description },
        ]),
      ),
    },
    required: [
      ...(fields.required ?? []),
      ...Object.entries(files).flatMap(([name, file]) => (file.required ? [name] : [])),
    ],
  };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

/** Lists the errors that an endpoint declares, and those that follow from its access, input and path. */
function listErrors(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors);
  if (endpoint.ifMatch) codes.add('stale').add('bad_request');
  if (endpoint.access !== 'anyone') codes.add('unauthorized');
  if (endpoint.access === 'admin') codes.add('forbidden');
  if (endpoint.params) codes.add('not_found');
  if (endpoint.query || endpoint.body || endpoint.files) codes.add('bad_request');
  return [...codes].sort();
}

function describeSuccess({ response, events }: Endpoint) {
  if (events) return { 'text/event-stream': { schema: toSchema(events, 'output') } };
  return response && { 'application/json': { schema: toSchema(response, 'output') } };
}

function describeErrorBody({ failures }: Endpoint, code: ErrorCode) {
  const schema = failures?.[code];
  return schema ? toSchema(schema, 'output') : { $ref: '#/components/schemas/Error' };
}

const ifMatch = { name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } };

function describeResponses(endpoint: Endpoint) {
  const content = describeSuccess(endpoint);
  const success = { description: 'Success', ...(content && { content }) };
  const otherStatuses = [endpoint.unchangedStatus, endpoint.acceptedStatus].filter(
    (status) => status !== undefined,
  );
  const statuses = [successStatus(endpoint), ...otherStatuses];
  return Object.fromEntries([
    ...statuses.map((status) => [status, success]),
    ...listErrors(endpoint).map((code) => [
      ERROR_STATUS[code],
      {
        description: code.replaceAll('_', ' '),
        content: { 'application/json': { schema: describeErrorBody(endpoint, code) } },
      },
    ]),
  ]);
}

export function describeApi(served: readonly Endpoint[], publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of served) {
    const operation = {
      operationId: endpoint.id,
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[2]],
      parameters: [
        ...describeParameters('path', endpoint.params),
        ...describeParameters('query', endpoint.query),
        ...(endpoint.ifMatch ? [ifMatch] : []),
      ],
      ...(describeRequestBody(endpoint) && { requestBody: describeRequestBody(endpoint) }),
      responses: describeResponses(endpoint),
      security: endpoint.access === 'anyone' ? [] : [{ bearer: [] }],
      'x-access': endpoint.access,
    };
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sayback', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: toSchema(errorBody, 'output') },
    },
  };
}
