import {
  type CallerCredentials,
  type OrgRole,
  type Principal,
  type ResolvedPrincipal,
  roleAtLeast,
} from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { apiKeyHash, sessionTokenOf } from './credentials.ts'
import {
  type ApiKeyRow,
  findApiKeys,
  findSessions,
  prolongSession,
  recordKeyUse,
  type SessionRow,
} from './principal.db.ts'
import { sessionLifetime } from './session-cookie.ts'

/** The credential of a caller in the form of the look-up. */
type Proof =
  | { kind: 'none' }
  | { kind: 'bad' }
  | { kind: 'session'; value: string }
  | { kind: 'api-key'; value: string }

/**
 * The holders of these credentials at this moment, in their order: one query for each kind of credential, without a
 * cache. A session lasts a week from its last prolongation. `getMe` and better-auth's `get-session` prolong row and
 * cookie once a day; a session whose browser calls neither is prolonged here without a cookie, three days later.
 */
export async function resolvePrincipals(
  deps: Deps,
  { credentials }: { credentials: readonly CallerCredentials[] },
): Promise<{ resolved: ResolvedPrincipal[] }> {
  const proofs = credentials.map((one) => proofOf(one, deps.config.secret))
  const [sessions, keys] = await Promise.all([
    findSessions(deps.pool, valuesOf(proofs, 'session')),
    findApiKeys(deps.pool, valuesOf(proofs, 'api-key')),
  ])
  for (const session of sessions.values()) if (session.overdue) prolongLater(deps, session.id)
  recordUseLater(deps, [...keys.values()])
  const resolved = proofs.map((proof): ResolvedPrincipal => {
    if (proof.kind === 'none') return { outcome: 'anonymous' }
    if (proof.kind === 'bad') return { outcome: 'rejected' }
    const row = proof.kind === 'session' ? sessions.get(proof.value) : keys.get(proof.value)
    if (row === undefined) return { outcome: 'rejected' }
    return { outcome: 'authenticated', principal: principalOf(deps, row) }
  })
  return { resolved }
}

/** An API key wins over a cookie beside it. */
function proofOf({ sessionCookie, apiKey, accessToken }: CallerCredentials, secret: string): Proof {
  if (accessToken !== undefined) return { kind: 'bad' }
  if (apiKey === undefined && sessionCookie === undefined) return { kind: 'none' }
  if (apiKey !== undefined) {
    const value = apiKeyHash(apiKey)
    return value === undefined ? { kind: 'bad' } : { kind: 'api-key', value }
  }
  const value = sessionTokenOf(sessionCookie ?? '', secret)
  return value === undefined ? { kind: 'bad' } : { kind: 'session', value }
}

const valuesOf = (proofs: readonly Proof[], kind: Proof['kind']): string[] => [
  ...new Set(proofs.flatMap((proof) => ('value' in proof && proof.kind === kind ? [proof.value] : []))),
]

function principalOf(deps: Deps, row: SessionRow | ApiKeyRow): Principal {
  const { id, userId, orgId } = row
  const who = { userId, orgId, credentialId: id }
  // A key is lent to programs: it carries its org's roles and never the platform's.
  return 'hash' in row
    ? { ...who, role: lesserRole(row.keyRole, row.memberRole), isAdmin: false, via: 'api_key' }
    : { ...who, role: row.role, isAdmin: deps.config.isAdmin(row), via: 'session' }
}

/** A key has at most the present role of its creator. */
export const lesserRole = (a: OrgRole, b: OrgRole): OrgRole => (roleAtLeast(a, b) ? b : a)

/** Prolongs a session in the background of the request. */
function prolongLater({ pool, logger }: Deps, sessionId: string): void {
  prolongSession(pool, sessionId, sessionLifetime.expiresIn).catch((error: unknown) =>
    logger.warn({ err: error }, '[auth] a session could not be prolonged'),
  )
}

/** Records the use of keys in the background of the request. */
function recordUseLater({ pool, logger }: Deps, keys: readonly ApiKeyRow[]): void {
  const ids = keys.filter(({ idle }) => idle).map(({ id }) => id)
  if (ids.length === 0) return
  recordKeyUse(pool, ids).catch((error: unknown) =>
    logger.warn({ err: error }, '[auth] the use of an API key could not be recorded'),
  )
}
