import { z } from 'zod'
import { fileName } from './headers.ts'
import type { Access, Method, Operation } from './operation.ts'
import { pageOf } from './schemas.ts'

type Own = Omit<Operation, 'id' | 'tag' | 'access' | 'method' | 'path'>

const declare =
  <const G extends string, const A extends Access, const M extends Method>(tag: G, access: A, method: M) =>
  <const I extends string, const P extends Operation['path'], const T extends Own>(id: I, path: P, own: T) =>
    Object.freeze({ id, tag, access, method, path, ...own })

const declareAt =
  <const G extends string, const A extends Access, const M extends Method>(tag: G, access: A, method: M) =>
  <const P extends Operation['path'], S extends z.ZodObject>(at: P, params: S) =>
  <const I extends string, const N extends string, const T extends Own>(id: I, name: N, own: T) =>
    Object.freeze({ id, tag, access, method, path: `${at}${name}` as const, params, ...own })

const byMethod = <const G extends string, const A extends Access>(tag: G, access: A) => ({
  get: declare(tag, access, 'get'),
  post: declare(tag, access, 'post'),
  put: declare(tag, access, 'put'),
  patch: declare(tag, access, 'patch'),
  delete: declare(tag, access, 'delete'),
  /** The same at a path with parameters, by the rest of the path: `''` for the path itself. */
  at: <const P extends Operation['path'], S extends z.ZodObject>(path: P, params: S) => ({
    get: declareAt(tag, access, 'get')(path, params),
    post: declareAt(tag, access, 'post')(path, params),
    put: declareAt(tag, access, 'put')(path, params),
    patch: declareAt(tag, access, 'patch')(path, params),
    delete: declareAt(tag, access, 'delete')(path, params),
  }),
})

/** Declares the operations of a tag by access, method, id and path: `tagged('Board').org.get('listCards', '/api/tasks', {…})`. */
export const tagged = <const G extends string>(tag: G) => ({
  public: byMethod(tag, 'public'),
  optional: byMethod(tag, 'optional'),
  user: byMethod(tag, 'user'),
  org: byMethod(tag, 'org'),
  admin: byMethod(tag, 'admin'),
  operator: byMethod(tag, 'operator'),
})

type Headers = Readonly<Record<string, string>>

/** The `responses` of an operation that answers JSON with 200. */
export const ok = <S extends z.ZodType>(description: string, schema: S, headers: Headers = {}) => ({
  200: { description, schema, headers },
})

/** The same with 201, for a new record. */
export const created = <S extends z.ZodType>(description: string, schema: S, headers: Headers = {}) => ({
  201: { description, schema, headers },
})

/** The same with 202, for work that goes on after the answer. */
export const accepted = <S extends z.ZodType>(description: string, schema: S) => ({
  202: { description, schema },
})

/** The `responses` of an operation that answers nothing. */
export const noContent = (description: string) => ({ 204: { description } })

/** The `responses` of a list with `limit` and `offset`. */
export const page = <S extends z.ZodType>(item: S) => ok('A page', pageOf(item))

/** The `responses` of a list without pages. */
export const listed = <S extends z.ZodType>(description: string, item: S) =>
  ok(description, z.object({ items: z.array(item) }))

/** The `responses` of an operation that answers a file of one of these content types. */
export const file = (description: string, ...types: readonly string[]) => ({
  200: {
    description,
    content: Object.fromEntries(types.map((type) => [type, z.string()])),
    headers: fileName,
  },
})

/** The `responses` of an operation that answers server-sent events. */
export const eventStream = {
  200: { description: 'An event stream', content: { 'text/event-stream': z.string() } },
}
