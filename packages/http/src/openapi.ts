import { isDeepStrictEqual } from 'node:util'
import { type Operation, Problem } from '@atrium/contracts'
import { z } from 'zod'

type JsonObject = Record<string, unknown>

/** zod's references to a schema's own definitions, as references to the document's components. */
function toComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toComponents)
  if (typeof value !== 'object' || value === null) return value
  const moved = Object.entries(value).map(([key, member]) => [
    key,
    key === '$ref' && typeof member === 'string'
      ? member.replace(/^#\/\$defs\//, '#/components/schemas/')
      : toComponents(member),
  ])
  return Object.fromEntries(moved)
}

/**
 * The named schemas of a document: those with an id in zod's registry (`.meta({ id })`). An id stands for one shape,
 * also where a request and an answer name it; two shapes under one id throw.
 */
const namedSchemas = () => {
  const components: JsonObject = {}
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
    const {
      $schema: _,
      $defs,
      ...root
    } = toComponents(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })) as JsonObject
    for (const [id, definition] of Object.entries($defs ?? {})) {
      if (!isDeepStrictEqual(components[id] ?? definition, definition)) {
        throw new Error(`Two different schemas have the id ${id}`)
      }
      components[id] = definition
    }
    return root
  }
  return { components, schemaOf }
}

type NamedSchemas = ReturnType<typeof namedSchemas>

const parametersOf = (
  named: NamedSchemas,
  schema: z.ZodObject | undefined,
  where: 'path' | 'query' | 'header',
): JsonObject[] =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: named.schemaOf(field as z.ZodType, 'input'),
  }))

const securityOf = (operation: Operation): JsonObject[] => {
  if (operation.access === 'public') return []
  const both: JsonObject[] = [{ session: [] }, { apiKey: [] }]
  return operation.access === 'optional' ? [{}, ...both] : both
}

function operationObject(named: NamedSchemas, operation: Operation): JsonObject {
  const problem = { 'application/problem+json': { schema: named.schemaOf(Problem, 'output') } }
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
                  : { 'application/json': { schema: named.schemaOf(response.schema, 'output') } }),
                ...Object.fromEntries(
                  Object.entries(response.content ?? {}).map(([type, schema]) => [
                    type,
                    { schema: named.schemaOf(schema, 'output') },
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
          content: Object.fromEntries(
            [
              'application/json',
              ...(operation.formBody === true ? ['application/x-www-form-urlencoded'] : []),
            ].map((type) => [type, { schema: named.schemaOf(operation.body ?? Problem, 'input') }]),
          ),
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
                    : named.schemaOf(operation.rawBody.schema, 'input'),
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
      ...parametersOf(named, operation.params, 'path'),
      ...parametersOf(named, operation.query, 'query'),
      ...parametersOf(named, operation.headers, 'header'),
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

/** The OpenAPI 3.1 document of these operations; the gateway merges those of all services. Throws when two schemas share an id. */
export function openApiDocument(
  title: string,
  version: string,
  operations: readonly Operation[],
): JsonObject {
  const named = namedSchemas()
  const paths: Record<string, JsonObject> = {}
  for (const operation of operations) {
    const item = paths[operation.path] ?? {}
    item[operation.method] = operationObject(named, operation)
    paths[operation.path] = item
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: {
      schemas: named.components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'atrium.session_token' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
    },
  }
}
