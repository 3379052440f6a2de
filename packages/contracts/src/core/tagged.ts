import { z } from 'zod'
import { fileName } from './headers.ts'
import type { Access, Method, Operation } from './operation.ts'
import { pageSchema } from './schemas.ts'

type Own = Omit<Operation, 'id' | 'sdk' | 'tag' | 'access' | 'method' | 'path'> & {
  sdk: string | null
}
type OfRecord = Omit<Own, 'params' | 'responses'>
type Headers = Readonly<Record<string, string>>

const declare =
  <const G extends string, const A extends Access, const M extends Method>(
    tag: G,
    access: A,
    method: M,
  ) =>
  <const I extends string, const P extends Operation['path'], const T extends Own>(
    id: I,
    path: P,
    own: T,
  ) =>
    Object.freeze({ id, tag, access, method, path, ...own })

const declareAt =
  <const G extends string, const A extends Access, const M extends Method>(
    tag: G,
    access: A,
    method: M,
  ) =>
  <const P extends Operation['path'], S extends z.ZodObject>(at: P, params: S) =>
  <const I extends string, const N extends string, const T extends Own>(id: I, name: N, own: T) =>
    Object.freeze({ id, tag, access, method, path: `${at}${name}` as const, params, ...own })

const byMethod = <const G extends string, const A extends Access>(tag: G, access: A) => {
  const get = declare(tag, access, 'get')
  const post = declare(tag, access, 'post')
  const at = <const P extends Operation['path'], S extends z.ZodObject>(path: P, params: S) => ({
    get: declareAt(tag, access, 'get')(path, params),
    post: declareAt(tag, access, 'post')(path, params),
    put: declareAt(tag, access, 'put')(path, params),
    patch: declareAt(tag, access, 'patch')(path, params),
    delete: declareAt(tag, access, 'delete')(path, params),
  })
  return {
    get,
    post,
    put: declare(tag, access, 'put'),
    patch: declare(tag, access, 'patch'),
    delete: declare(tag, access, 'delete'),
    /** Declares operations below a path with parameters. `''` is the path itself. */
    at,
    /**
     * Declares operations for a collection at `path` and for one record at `path/{id}`. They return
     * the record.
     */
    // biome-ignore lint/complexity/useMaxParams: Each resource is declared in one line.
    resource<const P extends string, R extends z.ZodObject, S extends z.ZodType>(
      path: `/api/${P}`,
      params: R,
      description: string,
      schema: S,
      headers: Headers = {},
    ) {
      const one = at(`${path}/{id}` as const, params)
      const record = ok(description, schema, headers)
      const added = created(description, schema, { ...headers, Location: 'Its address' })
      return {
        /** Declares more operations for one record, like `at`. */
        one,
        list: <const I extends string, L extends z.ZodType, const T extends OfRecord>(
          id: I,
          list: L,
          own: T,
        ) => get(id, path, { responses: ok('A page', list), ...own }),
        create: <const I extends string, const T extends OfRecord>(id: I, own: T) =>
          post(id, path, { idempotent: true, responses: added, ...own }),
        get: <const I extends string, const T extends OfRecord>(id: I, own: T) =>
          one.get(id, '', { responses: record, ...own }),
        update: <const I extends string, const T extends OfRecord>(id: I, own: T) =>
          one.patch(id, '', { responses: record, ...own }),
        delete: <const I extends string, const T extends OfRecord>(id: I, own: T) =>
          one.delete(id, '', { responses: noContent('Deleted'), ...own }),
        /** Declares an action on one record, posted to `path/{id}/<name>`. */
        action: <const I extends string, const N extends string, const T extends OfRecord>(
          id: I,
          name: N,
          own: T,
        ) => one.post(id, `/${name}` as const, { responses: record, ...own }),
      }
    },
  }
}

/**
 * Declares a tag's operations by access, method, id and path, for example
 * `tagged('Board').org.get('listCards', '/api/tasks', {…})`.
 */
export const tagged = <const G extends string>(tag: G) => ({
  public: byMethod(tag, 'public'),
  optional: byMethod(tag, 'optional'),
  user: byMethod(tag, 'user'),
  org: byMethod(tag, 'org'),
  admin: byMethod(tag, 'admin'),
  owner: byMethod(tag, 'owner'),
  operator: byMethod(tag, 'operator'),
})

/** Returns the `responses` for JSON with 200. */
export const ok = <S extends z.ZodType>(description: string, schema: S, headers: Headers = {}) => ({
  200: { description, schema, headers },
})

/** Returns the `responses` for a new record with 201. */
export const created = <S extends z.ZodType>(
  description: string,
  schema: S,
  headers: Headers & { readonly Location: string },
) => ({
  201: { description, schema, headers },
})

/** Returns the `responses` for 202, because the work continues after the response. */
export const accepted = <S extends z.ZodType>(description: string, schema: S) => ({
  202: { description, schema },
})

/** Returns `responses` without a response body (204). */
export const noContent = (description: string) => ({ 204: { description } })

/** Returns the `responses` for a list with `limit` and `offset`. */
export const page = <S extends z.ZodType>(item: S) => ok('A page', pageSchema(item))

/** Returns the `responses` for a list without pages. The description also describes its items. */
export const listed = <S extends z.ZodType>(description: string, item: S) =>
  ok(description, z.object({ items: z.array(item).describe(description) }))

/** Returns the `responses` for a file with one of these content types. */
export const file = (description: string, ...types: readonly string[]) => ({
  200: {
    description,
    content: Object.fromEntries(types.map((type) => [type, z.string()])),
    headers: fileName,
  },
})

/** The `responses` for server-sent events. */
export const eventStream = {
  200: { description: 'An event stream', content: { 'text/event-stream': z.string() } },
}
