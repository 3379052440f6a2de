import type { z } from 'zod'
import type { Operation, OperationResponse } from './operation.ts'

type Own = Omit<Operation, 'id' | 'method' | 'path' | 'tag' | 'access' | 'params' | 'responses'>
type Collection = Pick<Operation, 'path' | 'tag' | 'access'> & {
  params: z.ZodObject
  shown: OperationResponse
}

const deleted = { 204: { description: 'Deleted' } } as const
const located = { Location: 'Its address' } as const

/** Declares the operations of a collection at `path` and of one of its records at `path/{id}`. */
export function resource<const R extends Collection>({ path, tag, access, params, shown }: R) {
  const all: Pick<R, 'path' | 'tag' | 'access'> = { path, tag, access }
  const one: Pick<R, 'tag' | 'access' | 'params'> = { tag, access, params }
  const onePath = `${path}/{id}` as `${R['path']}/{id}`
  const record: { 200: R['shown'] } = { 200: shown }
  const created: { 201: R['shown'] } = { 201: { ...shown, headers: { ...shown.headers, ...located } } }
  return {
    list: <const I extends string, const P extends z.ZodType, const T extends Own>(
      id: I,
      schema: P,
      own: T,
    ) =>
      Object.freeze({
        ...all,
        id,
        method: 'get' as const,
        responses: { 200: { description: 'A page', schema } },
        ...own,
      }),
    create: <const I extends string, const T extends Own>(id: I, own: T) =>
      Object.freeze({
        ...all,
        id,
        method: 'post' as const,
        idempotent: true as const,
        responses: created,
        ...own,
      }),
    get: <const I extends string, const T extends Own>(id: I, own: T) =>
      Object.freeze({ ...one, id, path: onePath, method: 'get' as const, responses: record, ...own }),
    update: <const I extends string, const T extends Own>(id: I, own: T) =>
      Object.freeze({ ...one, id, path: onePath, method: 'patch' as const, responses: record, ...own }),
    delete: <const I extends string, const T extends Own>(id: I, own: T) =>
      Object.freeze({ ...one, id, path: onePath, method: 'delete' as const, responses: deleted, ...own }),
    /** A step of one record, posted to `path/{id}/<name>`. */
    action: <const I extends string, const N extends string, const T extends Own>(id: I, name: N, own: T) =>
      Object.freeze({
        ...one,
        id,
        path: `${onePath}/${name}` as `${R['path']}/{id}/${N}`,
        method: 'post' as const,
        responses: record,
        ...own,
      }),
  }
}
