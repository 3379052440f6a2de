import * as contracts from '@atrium/contracts'
import { eventsIn, operationsIn, type RpcDefinition, traffic } from '@atrium/contracts'
import { openApiDocument } from '@atrium/http'
import { z } from 'zod'
import { readAuthRoutes } from '../reference/recorded-file.ts'
import { isObject, type NamedSchemas, normalizeSchema, type Schema, sortKeys } from './schema.ts'

/** Events, jobs and RPC by their type or subject. */
export interface Messages {
  readonly events: Readonly<Record<string, Schema>>
  readonly jobs: Readonly<Record<string, Schema>>
  readonly rpcs: Readonly<Record<string, { readonly request: Schema; readonly response: Schema }>>
  readonly components: { readonly schemas: NamedSchemas }
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

export interface HttpOperation {
  readonly operationId: string
  /** Who may call. Undefined for the sign-in library's routes. */
  readonly 'x-access'?: contracts.Access
  readonly parameters: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required?: true
    readonly schema: Schema
  }>
  readonly requestBody?: { readonly required?: true; readonly content: Content }
  readonly responses: Readonly<
    Record<
      string,
      { readonly content?: Content; readonly headers?: Readonly<Record<string, unknown>> }
    >
  >
}

/** An OpenAPI document without texts and refusals. All refusals have the schema `Problem`. */
export interface HttpDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, HttpOperation>>>>
  readonly components: { readonly schemas: NamedSchemas }
}

/** What one release promises to other replicas and to clients. */
export interface Contracts {
  readonly messages: Messages
  readonly http: HttpDocument
}

/** Describes the contracts of the present sources. */
export const describeContracts = (version: string): Contracts => ({
  messages: describeMessages(),
  http: describeHttp(version),
})

function describeMessages(): Messages {
  const schemas: Record<string, Schema> = {}
  const describe = (schema: z.ZodType): Schema => {
    const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
    for (const [id, definition] of Object.entries(whole.$defs ?? {})) {
      const described = normalizeSchema(definition)
      if (JSON.stringify(schemas[id] ?? described) !== JSON.stringify(described))
        throw new Error(`Two different schemas have the id ${id}`)
      schemas[id] = described
    }
    return normalizeSchema(whole)
  }
  const jobs = Object.values(traffic).flatMap(({ works }) => works)
  return {
    events: toRecord(eventsIn(contracts), ({ type, schema }) => [type, describe(schema)]),
    jobs: toRecord(jobs, ({ subject, schema }) => [subject, describe(schema)]),
    rpcs: toRecord(listRpcs(contracts, 2), ({ subject, input, output }) => [
      subject,
      { request: describe(input), response: describe(output) },
    ]),
    components: { schemas: sortKeys(schemas) },
  }
}

const isRpc = (value: object): value is RpcDefinition => 'subject' in value && 'timeoutMs' in value

/**
 * Returns the declared RPC, also those in exported tables. An RPC counts as long as it is served,
 * even if nobody calls it any more.
 */
function listRpcs(declared: object, depth: number): RpcDefinition[] {
  return Object.values(declared).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null || value instanceof z.ZodType) return []
    if (isRpc(value)) return [value]
    return depth > 0 ? listRpcs(value, depth - 1) : []
  })
}

const toRecord = <T, V>(list: readonly T[], make: (item: T) => [string, V]): Record<string, V> =>
  sortKeys(Object.fromEntries(list.map(make)))

type Json = Record<string, unknown>

const toObject = (value: unknown): Json => (isObject(value) ? value : {})

function mapped<V>(value: unknown, make: (member: Json, key: string) => V): Record<string, V> {
  const members = Object.entries(toObject(value))
  return sortKeys(
    Object.fromEntries(members.map(([key, each]) => [key, make(toObject(each), key)])),
  )
}

function describeHttp(version: string): HttpDocument & Json {
  const operations = operationsIn(contracts)
  const access = new Map(operations.map((operation) => [operation.id, operation.access]))
  const describePaths = ({ paths }: Json) =>
    mapped(paths, (item) => mapped(item, (operation) => describeOperation(operation, access)))
  const describeSchemas = ({ components }: Json): Record<string, Schema> =>
    mapped(toObject(components)['schemas'], normalizeSchema)
  const declared = allowUnknown(openApiDocument('Atrium', version, operations))
  const auth = allowUnknown(toObject(readAuthRoutes()))
  return {
    openapi: '3.1.0',
    info: { title: 'Atrium', version },
    paths: sortKeys(Object.assign(describePaths(auth), describePaths(declared))),
    components: {
      schemas: sortKeys(Object.assign(describeSchemas(auth), describeSchemas(declared))),
    },
  }
}

/**
 * Leaves out what holds for all operations: a body refuses unknown fields, and clients ignore them.
 */
const allowUnknown = (document: Json): Json =>
  JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  ) as Json

function describeOperation(
  { operationId, parameters, requestBody, responses }: Json,
  access: ReadonlyMap<string, contracts.Access>,
): HttpOperation {
  const id = String(operationId)
  const allowed = access.get(id)
  const body = toObject(requestBody)
  const kept = Object.entries(toObject(responses)).filter(([status]) => /^[23]/.test(status))
  return {
    operationId: id,
    ...(allowed === undefined ? {} : { 'x-access': allowed }),
    parameters: (Array.isArray(parameters) ? parameters : []).map((parameter: Json) => ({
      name: String(parameter['name']),
      in: String(parameter['in']),
      ...(parameter['required'] === true && { required: true as const }),
      schema: normalizeSchema(toObject(parameter['schema'])),
    })),
    ...(requestBody !== undefined && {
      requestBody: {
        ...(body['required'] === true && { required: true as const }),
        content: describeContent(body['content']),
      },
    }),
    responses: mapped(Object.fromEntries(kept), ({ content, headers }) => ({
      // OpenAPI requires a description.
      description: '',
      ...(content !== undefined && { content: describeContent(content) }),
      ...(headers !== undefined && {
        headers: mapped(headers, (header) => ({
          schema: normalizeSchema(toObject(header['schema'])),
        })),
      }),
    })),
  }
}

const describeContent = (content: unknown): Content =>
  mapped(content, ({ schema }) => (isObject(schema) ? { schema: normalizeSchema(schema) } : {}))
