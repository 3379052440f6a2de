import { commonErrors } from '@atrium/contracts'
import { asDatabaseError, isDatabaseAway, isUniqueViolation, wakeOutbox } from '@atrium/database'
import { type AppEnv, readBytes } from '@atrium/http'
import type { Context, Hono } from 'hono'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { authProblem } from './auth-problem.ts'
import type { OpenAuth } from './open-auth.ts'
import { checkOrigin } from './origin-rule.ts'

const prefix = '/api/auth'
/** What only the identity provider can answer for. */
const ofProvider = /^\/api\/auth\/(?:sign-in\/(?:social|oauth2)|(?:oauth2\/)?callback\/[^/]+)$/

/** Mounts better-auth with its own routes and bodies; what it refuses, or cannot answer for, is a problem as everywhere. */
export function mountAuth(app: Hono<AppEnv>, deps: Deps, auth: Omit<OpenAuth, 'background'>): void {
  app.on(['GET', 'POST'], `${prefix}/*`, async (c) => {
    c.set('operation', 'auth')
    if (c.req.method === 'POST') checkOrigin(c.req.raw.headers, deps.config.trustedOrigins)
    const request = await bounded(c)
    if (ofProvider.test(c.req.path)) await auth.reach()
    const answer = await deps.passwords
      .withRequest(() => auth.current().handler(request))
      .catch((error: unknown) => refusal(error))
    const doubtful = answer.status === 401 && c.req.header('cookie') !== undefined
    if (doubtful || answer.status >= 500) await requireDatabase(deps)
    if (answer.status >= 500) throw commonErrors.internal({ cause: new Error('better-auth answered 500') })
    if (c.req.method === 'POST') wakeOutbox(deps.db)
    return answer.status < 400 ? answer : authProblem(answer, c.var.requestId)
  })
}

/** The request with its body read within the limit. */
async function bounded(c: Context<AppEnv>): Promise<Request> {
  const { url, method, headers } = c.req.raw
  if (method !== 'POST') return new Request(url, { method, headers })
  const body = await readBytes(c.req.raw)
  return new Request(url, { method, headers, ...(body.byteLength === 0 ? {} : { body }) })
}

// SQLSTATE classes of a statement that its values made impossible: data exception, integrity, size of a value.
const refusedValue = /^(22|23|54)/

/** What better-auth threw because of what the caller sent, as the refusal that it should have been. */
function refusal(error: unknown): Response {
  if (isUniqueViolation(error, 'organization_slug_key')) {
    return refused('ORGANIZATION_ALREADY_EXISTS', 'Organization already exists')
  }
  if (isDatabaseAway(error)) throw asDatabaseError(error)
  const code = codeOf(error)
  const caller = (code !== undefined && refusedValue.test(code)) || isInputError(error)
  if (!caller) throw error
  return refused('BAD_REQUEST', 'The request is not valid')
}

const refused = (code: string, message: string): Response => Response.json({ code, message }, { status: 400 })

const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

// A name of a field or operator that better-auth does not know, and a token that does not parse.
const isInputError = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'BetterAuthError' || error.name === 'ZodError')

/**
 * better-auth hides the reason of its 500s, and takes a session that it cannot read for none. Throws
 * `unavailable` (503) when the reason is a database that is away.
 */
async function requireDatabase(deps: Deps): Promise<void> {
  try {
    await sql`select 1`.execute(deps.db)
  } catch (error) {
    throw asDatabaseError(error)
  }
}
