import { type Operation, Problem } from '@atrium/contracts'
import { z } from 'zod'

type JsonObject = Record<string, unknown>

const registry = () => {
  const components: JsonObject = {}
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
    const {
      $schema: _,
      $defs,
      ...root
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonObject
    const moved = JSON.parse(
      JSON.stringify({ $defs: $defs ?? {}, root }).replaceAll('"#/$defs/', '"#/components/schemas/'),
    ) as { $defs: JsonObject; root: JsonObject }
    Object.assign(components, moved.$defs)
    const id = schema.meta()?.id
    if (typeof id !== 'string') return moved.root
    const { id: _id, ...own } = moved.root
    components[id] = own
    return { $ref: `#/components/schemas/${id}` }
  }
  return { components, schemaOf }
}

type Registry = ReturnType<typeof registry>

const parametersOf = (
  r: Registry,
  schema: z.ZodObject | undefined,
  where: 'path' | 'query' | 'header',
): JsonObject[] =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: r.schemaOf(field as z.ZodType, 'input'),
  }))

const securityOf = (operation: Operation): JsonObject[] => {
  if (operation.access === 'public') return []
  const both: JsonObject[] = [{ session: [] }, { apiKey: [] }]
  return operation.access === 'optional' ? [{}, ...both] : both
}

function operationObject(r: Registry, operation: Operation): JsonObject {
  const problem = { 'application/problem+json': { schema: r.schemaOf(Problem, 'output') } }
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => [
      status,
      {
        description: response.description,
        ...(response.schema === undefined && response.content === undefined
          ? {}
          : {
              content: {
                ...(response.schema === undefined
                  ? {}
                  : { 'application/json': { schema: r.schemaOf(response.schema, 'output') } }),
                ...Object.fromEntries(
                  Object.entries(response.content ?? {}).map(([type, schema]) => [
                    type,
                    { schema: r.schemaOf(schema, 'output') },
                  ]),
                ),
              },
            }),
        ...(response.headers === undefined
          ? {}
          : {
              headers: Object.fromEntries(
                Object.entries(response.headers).map(([name, description]) => [
                  name,
                  { description, schema: { type: 'string' } },
                ]),
              ),
            }),
      },
    ]),
  )
  const requestBody =
    operation.body !== undefined
      ? {
          required: operation.bodyOptional !== true,
          content: { 'application/json': { schema: r.schemaOf(operation.body, 'input') } },
        }
      : operation.rawBody === undefined
        ? undefined
        : {
            required: true,
            content: {
              [operation.rawBody.contentType]: {
                schema:
                  operation.rawBody.schema === undefined
                    ? { type: 'string', format: 'binary' }
                    : r.schemaOf(operation.rawBody.schema, 'input'),
              },
            },
          }
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    security: securityOf(operation),
    parameters: [
      ...parametersOf(r, operation.params, 'path'),
      ...parametersOf(r, operation.query, 'query'),
      ...parametersOf(r, operation.headers, 'header'),
      ...(operation.idempotent === true
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              schema: { type: 'string', maxLength: 255 },
            },
          ]
        : []),
    ],
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: {
      ...responses,
      default: {
        description:
          operation.errors === undefined ? 'A problem' : `A problem; codes: ${operation.errors.join(', ')}`,
        content: problem,
      },
    },
  }
}

/** The OpenAPI 3.1 document of these operations; the gateway merges those of all services. */
export function openApiDocument(
  title: string,
  version: string,
  operations: readonly Operation[],
): JsonObject {
  const r = registry()
  const paths: Record<string, JsonObject> = {}
  for (const operation of operations) {
    const item = paths[operation.path] ?? {}
    item[operation.method] = operationObject(r, operation)
    paths[operation.path] = item
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: {
      schemas: r.components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'atrium.session_token' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
    },
  }
}
