import type { Context } from 'hono'

export interface GraphRequest {
  method: string
  /** Below the API base, without the version. */
  path: string
  /** Query and body together. */
  values: Record<string, unknown>
  token: string
  /** The API base, for the addresses of next pages. */
  base: string
}

/** One call of a graph API: its parameters wherever they stand, and its token. */
export async function graphRequest(c: Context, path: string, base: string): Promise<GraphRequest> {
  const values: Record<string, unknown> = { ...c.req.query(), ...(await bodyOf(c)) }
  const bearer = c.req.header('authorization')?.replace(/^(Bearer|OAuth) /, '')
  return {
    method: c.req.method,
    path,
    values,
    token: String(values['access_token'] ?? bearer ?? ''),
    base,
  }
}

async function bodyOf(c: Context): Promise<Record<string, unknown>> {
  if (c.req.method === 'GET') return {}
  const type = c.req.header('content-type') ?? ''
  return type.includes('json') ? ((await c.req.json()) as Record<string, unknown>) : c.req.parseBody()
}
