import { type Change, type Part, tellBreak, tellChange } from './change.ts'
import { type CompareSchemas, createComparer } from './compare-schemas.ts'
import type { HttpDocument, HttpOperation } from './contracts.ts'
import type { Schema } from './schema.ts'

/** From everybody to the fewest. Each right includes the ones before it. */
const rights = ['public', 'optional', 'user', 'org', 'admin', 'owner', 'operator'] as const

const locations = ['path', 'query', 'header'] as const

interface Comparers {
  readonly request: CompareSchemas
  readonly response: CompareSchemas
}

interface Route {
  /** `GET /api/tasks/{id}` */
  readonly label: string
  readonly path: string
  readonly operation: HttpOperation
}

/** Returns the changes that break clients of release `version`: what they send and what they read. */
export function compareHttp(old: HttpDocument, now: HttpDocument, version: string): Change[] {
  const before = old.components.schemas
  const present = now.components.schemas
  const comparers: Comparers = {
    request: createComparer({
      older: 'writer',
      fillsDefaults: false,
      tolerant: false,
      writers: before,
      readers: present,
    }),
    response: createComparer({
      older: 'reader',
      fillsDefaults: false,
      tolerant: true,
      writers: present,
      readers: before,
    }),
  }
  const routes = listRoutes(now)
  const changes = [...listRoutes(old)].flatMap(([key, route]) =>
    compareRoute(comparers, route, routes.get(key), version),
  )
  return [...compareProblems(comparers, old, version), ...changes]
}

/** Compares what refusals contain: those of operations, and those of the sign-in library. */
function compareProblems({ response }: Comparers, { components }: HttpDocument, version: string) {
  const names = ['AuthProblem', 'Problem'].filter((name) => components.schemas[name] !== undefined)
  return names.flatMap((name) => {
    const part: Part = {
      label: 'every refusal',
      name,
      consequence: `clients of ${version} cannot read refusals`,
      successor: 'add another field',
    }
    const problem: Schema = { $ref: `#/components/schemas/${name}` }
    return response(problem, problem).map((found) => tellBreak(part, found))
  })
}

/** Returns the routes by method and path. The names of a path's parameters do not count. */
function listRoutes({ paths }: HttpDocument): Map<string, Route> {
  const routes = new Map<string, Route>()
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const label = `${method.toUpperCase()} ${path}`
      routes.set(`${method} ${path.replace(/\{\w+\}/g, '{}')}`, { label, path, operation })
    }
  }
  return routes
}

function compareRoute(
  comparers: Comparers,
  old: Route,
  now: Route | undefined,
  version: string,
): Change[] {
  const part: Part = {
    label: old.label,
    name: old.operation.operationId,
    consequence: `it fails for clients of ${version}`,
    successor: 'declare another route and keep this one',
  }
  if (now === undefined)
    return [tellChange(part, 'was removed', 'keep it while clients may use it')]
  const { operationId, 'x-access': access } = now.operation
  const changes: Change[] = []
  if (operationId !== old.operation.operationId) {
    const lost = { ...part, consequence: `generated clients of ${version} lose the operation` }
    const change = `the operationId changed from ${old.operation.operationId} to ${operationId}`
    changes.push(tellChange(lost, change, 'keep the operationId'))
  }
  if (rankAccess(access) > rankAccess(old.operation['x-access'])) {
    const change = `the access changed from ${old.operation['x-access']} to ${access}`
    changes.push(tellChange(part, change, 'keep the access'))
  }
  return [
    ...changes,
    ...compareParameters(comparers, old, now, part),
    ...compareBodies(comparers, old.operation, now.operation, part),
    ...compareResponses(comparers, old.operation, now.operation, {
      ...part,
      consequence: `clients of ${version} cannot use it`,
    }),
  ]
}

const rankAccess = (access: HttpOperation['x-access']): number =>
  access === undefined ? 0 : rights.indexOf(access)

function compareParameters({ request }: Comparers, old: Route, now: Route, part: Part): Change[] {
  const names = [...old.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const present = [...now.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const rename = (name: string): string => names[present.indexOf(name)] ?? name
  return locations.flatMap((location) =>
    request(
      toObjectSchema(old.operation, location, (name) => name),
      toObjectSchema(now.operation, location, location === 'path' ? rename : (name) => name),
    ).map((found) => tellBreak({ ...part, label: `${part.label} ${location}` }, found)),
  )
}

/** Returns the parameters of one location as fields of a record. */
function toObjectSchema(
  { parameters }: HttpOperation,
  location: string,
  rename: (name: string) => string,
): Schema {
  const fields = parameters.filter((parameter) => parameter.in === location)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [rename(name), schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => rename(name)),
  }
}

function compareBodies(
  { request }: Comparers,
  { requestBody: old }: HttpOperation,
  { requestBody: now }: HttpOperation,
  whole: Part,
): Change[] {
  const part = { ...whole, label: `${whole.label} body` }
  if (now?.required === true && old?.required !== true)
    return [tellChange(part, 'is required now', 'make it optional')]
  return Object.entries(old?.content ?? {}).flatMap(([type, { schema = {} }]) => {
    const present = now?.content[type]
    if (present === undefined) return [tellChange(part, `${type} was removed`, 'keep the type')]
    return request(schema, present.schema ?? {}).map((found) => tellBreak(part, found))
  })
}

function compareResponses(
  { response }: Comparers,
  old: HttpOperation,
  now: HttpOperation,
  whole: Part,
): Change[] {
  return Object.entries(old.responses).flatMap(([status, { content = {}, headers = {} }]) => {
    const part = { ...whole, label: `${whole.label} response ${status}` }
    const present = now.responses[status]
    if (present === undefined) return [tellChange(part, 'was removed', 'keep the status')]
    const lost = Object.keys(headers).filter((name) => present.headers?.[name] === undefined)
    return [
      ...lost.map((name) => tellChange(part, `the header ${name} was removed`, 'keep the header')),
      ...Object.entries(content).flatMap(([type, { schema = {} }]) => {
        const media = present.content?.[type]
        if (media === undefined) return [tellChange(part, `${type} was removed`, 'keep the type')]
        return response(media.schema ?? {}, schema).map((found) => tellBreak(part, found))
      }),
    ]
  })
}
