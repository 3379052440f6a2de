import { type Operation, Problem } from '@atrium/contracts'
import { z } from 'zod'

type JsonObject = Record<string, unknown>

const refTo = (name: string): string => `#/components/schemas/${name}`
// Whether an unknown field is refused or dropped does not make another shape.
const shapeOf = (schema: unknown): string =>
  JSON.stringify(schema, (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )

/**
 * The named schemas of a document, those of answers first. What is sent is called `…Input` where the same schema says
 * something else of it, such as a field with a default, which an answer always has.
 */
const registry = () => {
  const components: JsonObject = {}
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
    const { definitions, root } = jsonSchemaOf(schema, io)
    const names = Object.keys(definitions)
    const known = names.filter((name) => io === 'input' && Object.hasOwn(components, name))
    const differing = known.filter((name) => shapeOf(components[name]) !== shapeOf(definitions[name]))
    let text = JSON.stringify({ definitions, root })
    for (const name of differing) text = text.replaceAll(`"${refTo(name)}"`, `"${refTo(name)}Input"`)
    const moved = JSON.parse(text) as { definitions: JsonObject; root: JsonObject }
    for (const name of names) {
      if (differing.includes(name)) components[`${name}Input`] = moved.definitions[name]
      else if (!known.includes(name)) components[name] = moved.definitions[name]
    }
    return moved.root
  }
  return { components, schemaOf }
}

/** A schema and the named ones that it refers to. One with a name of its own is a reference to it. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const {
    $schema: _,
    $defs,
    ...root
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonObject
  const moved = JSON.parse(
    JSON.stringify({ definitions: $defs ?? {}, root }).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as { definitions: JsonObject; root: JsonObject }
  const id = schema.meta()?.id
  // zod puts a named schema among the definitions and refers to it; older releases did not.
  if (typeof id !== 'string' || moved.root['$ref'] === refTo(id)) return moved
  const { id: _id, ...own } = moved.root
  return { definitions: { ...moved.definitions, [id]: own }, root: { $ref: refTo(id) } }
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
          content: Object.fromEntries(
            [
              'application/json',
              ...(operation.formBody === true ? ['application/x-www-form-urlencoded'] : []),
            ].map((type) => [type, { schema: r.schemaOf(operation.body ?? Problem, 'input') }]),
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
  for (const { responses } of operations) {
    for (const { schema } of Object.values(responses)) if (schema !== undefined) r.schemaOf(schema, 'output')
  }
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
