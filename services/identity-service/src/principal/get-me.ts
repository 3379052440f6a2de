import { commonErrors, type Principal } from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { findMe, prolongSession } from './principal.db.ts'
import { sessionLifetime, sessionSetCookie } from './session-cookie.ts'

/** The caller with names, and `Set-Cookie` of a browser's session that is prolonged, once a day. */
export async function getMe(deps: Deps, { principal }: Ctx<Principal>) {
  const row = await findMe(deps.pool, principal)
  if (row === undefined) throw commonErrors.unauthenticated()
  const { orgId, orgName, slug } = row
  const { role, isAdmin, via } = principal
  const named = orgId !== null && orgName !== null && slug !== null && role !== null
  return {
    me: {
      user: { id: principal.userId, name: row.name, email: row.email, isAdmin },
      org: named ? { id: orgId, name: orgName, slug, role } : null,
      via,
    },
    setCookie: row.due ? await prolong(deps, principal.credentialId) : undefined,
  }
}

async function prolong({ pool, config }: Deps, sessionId: string): Promise<string | undefined> {
  const token = await prolongSession(pool, sessionId, sessionLifetime.expiresIn)
  return token === undefined ? undefined : sessionSetCookie(token, config)
}
