import { GraphError } from './graph-error.ts'
import type { GraphRequest } from './graph-request.ts'

const longestPage = 100

/** A page of a post's comments by `after` and `limit`, as the graph API pages. Throws `GraphError`. */
export function commentPage<C>(
  { values, base, path }: GraphRequest,
  all: readonly C[],
  shown: (comment: C) => object,
): object {
  const limit = Math.min(Number(values['limit'] ?? 25), longestPage)
  const given = String(values['after'] ?? '')
  const from = given === '' ? 0 : Number(Buffer.from(given, 'base64url').toString())
  if (!(limit > 0) || !Number.isSafeInteger(from)) throw new GraphError(400, 100, '(#100) Invalid cursor')
  const data = all.slice(from, from + limit).map(shown)
  if (data.length === 0) return { data }
  const after = Buffer.from(String(from + data.length)).toString('base64url')
  const next = from + data.length < all.length ? { next: `${base}${path}?limit=${limit}&after=${after}` } : {}
  return { data, paging: { cursors: { after }, ...next } }
}
