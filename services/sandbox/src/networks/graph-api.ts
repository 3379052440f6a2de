import type { Context, Hono } from 'hono'
import type { SandboxEnv } from '../payments/mount-api.ts'
import { GraphError } from './graph-error.ts'
import { type Watched, watching } from './with-faults.ts'

export interface GraphRequest {
  method: string
  /** The path below the API base, without the version. */
  path: string
  /** The merged query and body. */
  values: Record<string, unknown>
  token: string
  /** The API base, for next-page addresses. */
  base: string
}

/** Mounts a graph API network at `base`. Its calls are named relative to `root`. */
export function mountGraphApi(
  app: Hono<SandboxEnv>,
  { network, base, root }: { network: string; base: string; root?: string },
  watched: Watched,
  answer: (request: GraphRequest) => Promise<{ body: object; headers: Record<string, string> }>,
): void {
  const failure = ({ status }: { status: number }) =>
    new GraphError(status, 2, 'Service temporarily unavailable').body
  const watch = watching(network, watched, failure, root)
  app.all(`${base}/*`, (c) =>
    watch(c, async () => {
      const { origin } = new URL(c.req.url)
      const request = await graphRequest(c, c.req.path.slice(base.length), origin + base)
      const { body, headers } = await answer(request)
      return c.json(body, 200, headers)
    }),
  )
}

/** Reads one call with its token and its parameters, wherever the client put them. */
async function graphRequest(c: Context, path: string, base: string): Promise<GraphRequest> {
  const values: Record<string, unknown> = { ...c.req.query(), ...(await readBody(c)) }
  const bearer = c.req.header('authorization')?.replace(/^(Bearer|OAuth) /, '')
  const token = String(values['access_token'] ?? bearer ?? '')
  return { method: c.req.method, path, values, token, base }
}

async function readBody(c: Context): Promise<Record<string, unknown>> {
  if (c.req.method === 'GET') return {}
  const type = c.req.header('content-type') ?? ''
  return type.includes('json') ? c.req.json<Record<string, unknown>>() : c.req.parseBody()
}

/** Returns how much of a rate is used in per cent, as in the headers. */
export const usageShare = (used: number) => ({ call_count: used, total_time: 1, total_cputime: 1 })

/** Returns the header with one account's usage. */
export const accountUsage = (type: string, { id, usage }: { id: string; usage: number }) => ({
  'x-business-use-case-usage': JSON.stringify({
    [id]: [{ type, ...usageShare(usage), estimated_time_to_regain_access: usage >= 100 ? 30 : 0 }],
  }),
})

const pagesAtOnce = 25

/**
 * Returns a page of `/me/accounts` by `after` and `limit`. `more` is part of the next page's
 * address.
 */
export function accountPage<P>(
  { values, base }: GraphRequest,
  all: readonly P[],
  shown: (page: P) => object,
  more = '',
): object {
  const after = Number(values['after'] ?? 0)
  const limit = Math.min(Number(values['limit'] ?? pagesAtOnce), pagesAtOnce)
  const end = after + limit
  const next = `${base}/me/accounts?limit=${limit}&after=${end}${more}`
  return { data: all.slice(after, end).map(shown), paging: end < all.length ? { next } : {} }
}

const longestPage = 100

/** Returns a page of a post's comments by `after` and `limit`. Throws `GraphError`. */
export function commentPage<C>(
  { values, base, path }: GraphRequest,
  all: readonly C[],
  shown: (comment: C) => object,
): object {
  const limit = Math.min(Number(values['limit'] ?? 25), longestPage)
  const given = String(values['after'] ?? '')
  const from = given === '' ? 0 : Number(Buffer.from(given, 'base64url').toString())
  if (!(limit > 0) || !Number.isSafeInteger(from))
    throw new GraphError(400, 100, '(#100) Invalid cursor')
  const data = all.slice(from, from + limit).map(shown)
  if (data.length === 0) return { data }
  const after = Buffer.from(String(from + data.length)).toString('base64url')
  const next =
    from + data.length < all.length ? { next: `${base}${path}?limit=${limit}&after=${after}` } : {}
  return { data, paging: { cursors: { after }, ...next } }
}
