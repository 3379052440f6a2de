import { type OrgRole, type ResolvedPrincipal, roleAtLeast } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { apiKeyHash, sessionTokenOf } from './credentials.ts'
import { findApiKey, findSession } from './principal.db.ts'
import { prolongLater } from './prolong-session.ts'

export interface Credentials {
  /** The value of the session cookie. */
  sessionCookie?: string | undefined
  /** The value of `x-api-key`; it wins over a cookie beside it. */
  apiKey?: string | undefined
}

const anonymous: ResolvedPrincipal = { outcome: 'anonymous' }
const rejected: ResolvedPrincipal = { outcome: 'rejected' }

/** Who holds these credentials at this moment: one query, nothing remembered from an earlier one. */
export async function resolvePrincipal(deps: Deps, credentials: Credentials): Promise<ResolvedPrincipal> {
  const { sessionCookie, apiKey } = credentials
  if (apiKey !== undefined) return byApiKey(deps, apiKey)
  if (sessionCookie !== undefined) return bySession(deps, sessionCookie)
  return anonymous
}

async function bySession(deps: Deps, cookie: string): Promise<ResolvedPrincipal> {
  const token = sessionTokenOf(cookie, deps.config.secret)
  if (token === undefined) return rejected
  const session = await findSession(deps.pool, token)
  if (session === undefined) return rejected
  if (session.overdue) prolongLater(deps, session.id)
  return {
    outcome: 'authenticated',
    principal: {
      userId: session.userId,
      orgId: session.orgId,
      role: session.role,
      isAdmin: deps.config.isAdmin(session.email),
      via: 'session',
      credentialId: session.id,
    },
  }
}

async function byApiKey(deps: Deps, apiKey: string): Promise<ResolvedPrincipal> {
  const hash = apiKeyHash(apiKey)
  if (hash === undefined) return rejected
  const key = await findApiKey(deps.pool, hash)
  if (key === undefined) return rejected
  return {
    outcome: 'authenticated',
    principal: {
      userId: key.userId,
      orgId: key.orgId,
      role: lesserRole(key.keyRole, key.memberRole),
      isAdmin: deps.config.isAdmin(key.email),
      via: 'api_key',
      credentialId: key.id,
    },
  }
}

/** A key never has more than its creator has now. */
export const lesserRole = (a: OrgRole, b: OrgRole): OrgRole => (roleAtLeast(a, b) ? b : a)
