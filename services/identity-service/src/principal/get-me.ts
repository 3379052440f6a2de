import { commonErrors, type Principal } from '@atrium/contracts'
import DataLoader from 'dataloader'
import type { Pool } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { findMe, type MeLoader, prolongSession } from './principal.db.ts'
import { sessionLifetime, sessionSetCookie } from './session-cookie.ts'

/**
 * Creates a loader that batches the look-ups of one event loop turn into one query. It caches
 * nothing. Throws the database's errors.
 */
export const createMeLoader = (pool: Pool): MeLoader =>
  new DataLoader((principals) => findMe(pool, principals), {
    cache: false,
    maxBatchSize: 100,
    batchScheduleFn: setImmediate,
  })

/**
 * Returns the caller with the names of the user and org. Prolongs a browser session once a day and
 * then sets `setCookie`.
 */
export async function getMe(deps: Deps, { principal }: Ctx<Principal>) {
  const row = await deps.me.load(principal)
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
