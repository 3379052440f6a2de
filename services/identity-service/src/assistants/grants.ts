import { commonErrors, type McpGrant, type Principal } from '@atrium/contracts'
import { inTransaction, type PageQuery, wakeOutbox } from '@atrium/database'
import { asCaller } from '../audit/attributed-database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { deleteGrant, findGrants, type GrantRow } from './assistants.db.ts'
import { grantScopes } from './oauth-server.ts'

/**
 * Returns a page of the user's connected assistants. Throws `forbidden` (403) if the principal is
 * an API key or an assistant.
 */
export async function listGrants(
  { db }: Pick<Deps, 'db'>,
  { principal }: Ctx<Principal>,
  query: PageQuery,
) {
  const { rows, ...page } = await findGrants(db, requireUser(principal), query)
  return { items: rows.map(toGrant), ...page }
}

const toGrant = (row: GrantRow): McpGrant => ({
  id: row.id,
  client: { id: row.clientId, name: row.clientName ?? row.clientId },
  org: { id: row.orgId, name: row.orgName },
  scopes: grantScopes.filter((scope) => row.scopes.includes(scope)),
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})

/**
 * Ends one of the user's grants. Its tokens are rejected from then on. Throws `not_found` if the
 * grant is another user's.
 */
export async function endGrant(
  { db, attributedDb }: Pick<Deps, 'db' | 'attributedDb'>,
  { principal }: Ctx<Principal>,
  id: string,
): Promise<void> {
  const userId = requireUser(principal)
  const ended = await asCaller({ userId, name: undefined, path: '/mcp/grants' }, () =>
    inTransaction(attributedDb, undefined, (tx) => deleteGrant(tx, userId, id)),
  )
  if (!ended) throw commonErrors.not_found()
  // The triggers of the audit log emit.
  wakeOutbox(db)
}

/**
 * Returns the user's id. Throws `forbidden` (403) for an API key or an assistant, because a program
 * may not see or end grants.
 */
function requireUser(principal: Principal): string {
  if (principal.via !== 'session') throw commonErrors.forbidden({ message: 'Sign in to do this' })
  return principal.userId
}
