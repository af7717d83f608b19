import {
  type Endpoint,
  ERROR_STATUS,
  type ErrorCode,
  errorBody,
  type Schema,
  successStatus,
} from '@sayback/contract';
import { z } from 'zod';

const jsonSchema = (schema: Schema, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  });
  return rest;
};

function parameters(where: 'path' | 'query', schema: Schema | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
  }));
}

function requestBody({ body, files }: Endpoint) {
  if (!files)
    return body && { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } };
  const fields = body ? jsonSchema(body, 'input') : { properties: {}, required: [] };
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

/** Returns the errors of an endpoint: those that it declares, and those of its access, input and path. */
function failures(declared: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(declared.errors);
  if (declared.ifMatch) codes.add('stale').add('bad_request');
  if (declared.access !== 'anyone') codes.add('unauthorized');
  if (declared.access === 'admin') codes.add('forbidden');
  if (declared.params) codes.add('not_found');
  if (declared.query || declared.body || declared.files) codes.add('bad_request');
  return [...codes].sort();
}

function successContent({ response, events }: Endpoint) {
  if (events) return { 'text/event-stream': { schema: jsonSchema(events, 'output') } };
  return response && { 'application/json': { schema: jsonSchema(response, 'output') } };
}

function failureSchema({ failures }: Endpoint, code: ErrorCode) {
  const schema = failures?.[code];
  return schema ? jsonSchema(schema, 'output') : { $ref: '#/components/schemas/Error' };
}

const ifMatch = { name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } };

function responses(declared: Endpoint) {
  const content = successContent(declared);
  const success = { description: 'Success', ...(content && { content }) };
  const others = [declared.unchangedStatus, declared.laterStatus].filter((status) => status !== undefined);
  const statuses = [successStatus(declared), ...others];
  return Object.fromEntries([
    ...statuses.map((status) => [status, success]),
    ...failures(declared).map((code) => [
      ERROR_STATUS[code],
      {
        description: code.replaceAll('_', ' '),
        content: { 'application/json': { schema: failureSchema(declared, code) } },
      },
    ]),
  ]);
}

export function describeApi(served: readonly Endpoint[], publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const declared of served) {
    const operation = {
      operationId: declared.id,
      summary: declared.summary,
      tags: [declared.path.split('/')[2]],
      parameters: [
        ...parameters('path', declared.params),
        ...parameters('query', declared.query),
        ...(declared.ifMatch ? [ifMatch] : []),
      ],
      ...(requestBody(declared) && { requestBody: requestBody(declared) }),
      responses: responses(declared),
      security: declared.access === 'anyone' ? [] : [{ bearer: [] }],
      'x-access': declared.access,
    };
    paths[declared.path] = { ...paths[declared.path], [declared.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sayback', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: jsonSchema(errorBody, 'output') },
    },
  };
}
