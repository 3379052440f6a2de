import type { Operation } from '@atrium/contracts'
import { z } from 'zod'

export type JsonObject = { readonly [key: string]: unknown }

/** An operation's arguments as one flat object: path parameters, query and body fields. */
export interface OperationArguments {
  /** JSON Schema of the object, without external references. */
  readonly schema: JsonObject
  /**
   * Splits the arguments into the parts of a request. `unknown` contains names unknown to the
   * operation.
   */
  split(given: JsonObject): RequestParts
}

export interface RequestParts {
  readonly params: JsonObject
  readonly query: JsonObject
  /** Undefined if the operation has no body, or if its body is optional and no field is given. */
  readonly body: unknown
  readonly unknown: readonly string[]
}

/** Argument name of a part whose schema is not an object. */
const wholeBody = 'body'

interface Part {
  readonly properties: JsonObject
  readonly required: readonly string[]
  readonly defs: JsonObject
}

const none: Part = { properties: {}, required: [], defs: {} }
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an operation's arguments and their mapping to a request. */
export function operationArguments({
  params,
  query,
  body,
  bodyOptional,
}: Operation): OperationArguments {
  const parts = { params: toPart(params), query: toPart(query), body: toPart(body) }
  const all = [parts.params, parts.query, parts.body]
  const defs = Object.assign({}, ...all.map((part) => part.defs)) as JsonObject
  const required = [
    ...parts.params.required,
    ...parts.query.required,
    ...(bodyOptional === true ? [] : parts.body.required),
  ]
  const argumentNames = new Set(all.flatMap((part) => Object.keys(part.properties)))
  const whole = body !== undefined && !(body instanceof z.ZodObject)
  return {
    schema: {
      type: 'object',
      properties: Object.assign({}, ...all.map((part) => part.properties)),
      ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
      additionalProperties: false,
      ...(Object.keys(defs).length === 0 ? {} : { $defs: defs }),
    },
    split(given) {
      const chosen = (part: Part) =>
        Object.fromEntries(
          Object.entries(given).filter(([name]) => Object.hasOwn(part.properties, name)),
        )
      const fields = chosen(parts.body)
      const left = bodyOptional === true && Object.keys(fields).length === 0
      return {
        params: chosen(parts.params),
        query: chosen(parts.query),
        body: body === undefined || left ? undefined : whole ? given[wholeBody] : fields,
        unknown: Object.keys(given).filter((name) => !argumentNames.has(name)),
      }
    },
  }
}

function toPart(schema: z.ZodType | undefined): Part {
  if (schema === undefined) return none
  const {
    $schema: _,
    $defs = {},
    ...root
  } = withoutBulk(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }),
  ) as JsonObject
  const defs = $defs as JsonObject
  if (!(schema instanceof z.ZodObject)) {
    return { properties: { [wholeBody]: root }, required: [wholeBody], defs }
  }
  // A named schema is a reference to its own definition.
  const name = typeof root['$ref'] === 'string' ? root['$ref'].slice('#/$defs/'.length) : undefined
  const shape = name === undefined ? root : defs[name]
  const { [name ?? '']: __, ...others } = defs
  if (!isObject(shape)) throw new Error('The schema of a request is no object')
  return {
    properties: isObject(shape['properties']) ? shape['properties'] : {},
    required: Array.isArray(shape['required']) ? shape['required'].map(String) : [],
    defs: others,
  }
}

/** Removes long patterns if the schema has a format, because the format tells a model the same. */
function withoutBulk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBulk)
  if (!isObject(value)) return value
  const dropsPattern = typeof value['format'] === 'string' && typeof value['pattern'] === 'string'
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      key === 'pattern' && dropsPattern ? [] : [[key, withoutBulk(member)]],
    ),
  )
}
