import { isDeepStrictEqual } from 'node:util'
import {
  type Access,
  errorOfCode,
  groupRefusals,
  type Operation,
  Problem,
  scopesFor,
} from '@atrium/contracts'
import { z } from 'zod'
import { toProblem } from './problem.ts'

type JsonObject = Record<string, unknown>

const isFormatted = (value: object): boolean =>
  'format' in value && typeof value.format === 'string'

/**
 * Turns zod's references to a schema's definitions into references to the document's components.
 */
function toComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toComponents)
  if (typeof value !== 'object' || value === null) return value
  // A pattern that repeats a format leads to samples that nobody would send.
  const entries = Object.entries(value).filter(([key]) => key !== 'pattern' || !isFormatted(value))
  const moved = entries.map(([key, member]) => [
    key,
    key === '$ref' && typeof member === 'string'
      ? member.replace(/^#\/\$defs\//, '#/components/schemas/')
      : toComponents(member),
  ])
  return Object.fromEntries(moved)
}

/**
 * Collects the named schemas of a document: those with an id in zod's registry (`.meta({ id })`).
 * Each id has one shape, even if both a request and a response use it. Throws if two shapes share an
 * id.
 */
const namedSchemas = () => {
  const components: JsonObject = {}
  const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
    const {
      $schema: _,
      $defs,
      ...root
    } = toComponents(
      z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }),
    ) as JsonObject
    for (const [id, definition] of Object.entries($defs ?? {})) {
      if (!isDeepStrictEqual(components[id] ?? definition, definition)) {
        throw new Error(`Two different schemas have the id ${id}`)
      }
      components[id] = definition
    }
    return root
  }
  return { components, toJsonSchema }
}

type NamedSchemas = ReturnType<typeof namedSchemas>

const describeParameters = (
  named: NamedSchemas,
  schema: z.ZodObject | undefined,
  where: 'path' | 'query' | 'header',
): JsonObject[] =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { description, ...shape } = named.toJsonSchema(field as z.ZodType, 'input')
    return {
      name,
      in: where,
      description,
      required: where === 'path' || !(field as z.ZodType).safeParse(undefined).success,
      schema: shape,
    }
  })

const describeSecurity = (operation: Operation): JsonObject[] => {
  if (operation.access === 'public') return []
  if (operation.access === 'operator') return [{ session: [] }]
  const both: JsonObject[] = [{ session: [] }, { apiKey: [] }, { bearer: [] }]
  return operation.access === 'optional' ? [{}, ...both] : both
}

/**
 * Maps the values of an object. Undefined for an absent or empty object, because JSON omits
 * undefined.
 */
const mapped = <V>(
  record: Readonly<Record<string, V>>,
  make: (value: V) => unknown,
): JsonObject | undefined =>
  Object.keys(record).length === 0
    ? undefined
    : Object.fromEntries(Object.entries(record).map(([name, value]) => [name, make(value)]))

function describeRequestBody(
  { toJsonSchema }: NamedSchemas,
  operation: Operation,
): JsonObject | undefined {
  const { body, rawBody } = operation
  if (body !== undefined) {
    const media = { schema: toJsonSchema(body, 'input') }
    const form = operation.formBody === true ? { 'application/x-www-form-urlencoded': media } : {}
    return {
      required: operation.bodyOptional !== true,
      content: { 'application/json': media, ...form },
    }
  }
  if (rawBody === undefined) return undefined
  const binary = { type: 'string', format: 'binary' }
  const schema = rawBody.schema === undefined ? binary : toJsonSchema(rawBody.schema, 'input')
  return { required: true, content: { [rawBody.contentType]: { schema } } }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Your own key for this request. Repeating the request with the same key within 24 hours returns the first response.',
  required: false,
  schema: { type: 'string', maxLength: 255 },
}

const rights: Readonly<Record<Access, string>> = {
  public: 'Needs no credential.',
  optional: 'Takes a credential but does not need one.',
  user: 'Needs a signed-in caller.',
  org: 'Needs a member of the active organisation.',
  admin: 'Needs an admin or owner of the active organisation.',
  owner: 'Needs an owner of the active organisation.',
  operator: 'Needs the session of an administrator of the deployment.',
}

/**
 * Describes what the operation does, who may call it, and which scopes allow a limited credential.
 */
function describeOperation(operation: Operation): string {
  const { access, description, summary, anyScope } = operation
  const scoped = access !== 'public' && access !== 'operator' && anyScope !== true
  const scopes = scopesFor(operation).map((scope) => `\`${scope}\``)
  const sentence = description ?? `${summary}.`
  return [sentence, rights[access] + (scoped ? ` Scopes: ${scopes.join(' or ')}.` : '')].join(
    '\n\n',
  )
}

function operationObject(
  named: NamedSchemas,
  examples: Record<string, object>,
  operation: Operation,
): JsonObject {
  const media = (schema: z.ZodType) => ({
    schema: named.toJsonSchema(schema, 'output'),
  })
  const problem = media(Problem)
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: describeOperation(operation),
    security: describeSecurity(operation),
    parameters: [
      ...describeParameters(named, operation.params, 'path'),
      ...describeParameters(named, operation.query, 'query'),
      ...describeParameters(named, operation.headers, 'header'),
      ...(operation.idempotent === true ? [idempotencyKey] : []),
    ],
    requestBody: describeRequestBody(named, operation),
    responses: {
      ...mapped(operation.responses, ({ description, schema, content, headers = {} }) => ({
        description,
        content: mapped({ ...(schema && { 'application/json': schema }), ...content }, media),
        headers: mapped(headers, (text) => ({ description: text, schema: { type: 'string' } })),
      })),
      ...Object.fromEntries(
        [...groupRefusals(operation)].map(([status, codes]) => [
          status,
          {
            description: `Refused: ${codes.map((code) => `\`${code}\``).join(', ')}`,
            content: {
              'application/problem+json': {
                ...problem,
                examples: describeExamples(codes, examples),
              },
            },
          },
        ]),
      ),
      default: {
        description: 'Any other problem',
        content: { 'application/problem+json': problem },
      },
    },
  }
}

/**
 * Returns a reference to one example for each error code, and adds missing examples to
 * `components`.
 */
function describeExamples(
  codes: readonly string[],
  components: Record<string, object>,
): JsonObject {
  const addReference = (code: string) => {
    components[code] ??= buildExample(code)
    return [code, { $ref: `#/components/examples/${code}` }]
  }
  return Object.fromEntries(codes.map(addReference))
}

function buildExample(code: string): object {
  const error = errorOfCode(code)
  if (error === undefined) throw new Error(`${code} is in no error table`)
  const value: unknown = JSON.parse(toProblem(error, '019cadc6-9a80-7000-8000-000000000001').body)
  return { summary: error.message, value }
}

/**
 * Returns the OpenAPI 3.1 document for these operations. The gateway merges the documents of all
 * services. Throws if two schemas share an id.
 */
export function openApiDocument(
  title: string,
  version: string,
  operations: readonly Operation[],
): JsonObject {
  const named = namedSchemas()
  const examples: Record<string, object> = {}
  const paths: Record<string, JsonObject> = {}
  for (const operation of operations) {
    const item = paths[operation.path] ?? {}
    item[operation.method] = operationObject(named, examples, operation)
    paths[operation.path] = item
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: {
      schemas: named.components,
      examples,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'atrium.session_token',
          description: 'The cookie of a signed-in browser',
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'An API key, `atr_…`',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The same API key as a bearer token',
        },
      },
    },
  }
}
