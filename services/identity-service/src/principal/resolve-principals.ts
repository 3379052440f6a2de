import {
  ApiKeyScopes,
  type CallerCredentials,
  type OrgRole,
  type Principal,
  type ResolvedPrincipal,
  roleAtLeast,
} from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { accessTokenHash, apiKeyHash, readSessionToken } from './credentials.ts'
import {
  type AccessTokenRow,
  type ApiKeyRow,
  findAccessTokens,
  findApiKeys,
  findSessions,
  prolongSession,
  recordUse,
  type SessionRow,
} from './principal.db.ts'
import { sessionLifetime } from './session-cookie.ts'

/** A caller's credential in the form needed for the look-up. */
type Proof =
  | { kind: 'none' | 'bad' }
  | { kind: 'session' | 'api-key' | 'access-token'; value: string }

/**
 * Returns the current holders of these credentials, in order. Runs one query for each kind of
 * credential and caches nothing. A session lasts a week from its last prolongation. `getMe` and
 * better-auth's `get-session` prolong row and cookie once a day. If a browser calls neither, this
 * function prolongs the row three days later, without a cookie.
 */
export async function resolvePrincipals(
  deps: Deps,
  { credentials }: { credentials: readonly CallerCredentials[] },
): Promise<{ resolved: ResolvedPrincipal[] }> {
  const proofs = credentials.map((one) => toProof(one, deps.config.secret))
  const [sessions, keys, tokens] = await Promise.all([
    findSessions(deps.pool, listValues(proofs, 'session')),
    findApiKeys(deps.pool, listValues(proofs, 'api-key')),
    findAccessTokens(deps.pool, listValues(proofs, 'access-token'), deps.config.assistantsUrl),
  ])
  for (const session of sessions.values()) if (session.overdue) prolongLater(deps, session.id)
  recordUseLater(deps, 'keys', [...keys.values()])
  recordUseLater(deps, 'grants', [...tokens.values()])
  const found = { session: sessions, 'api-key': keys, 'access-token': tokens }
  const resolved = proofs.map((proof): ResolvedPrincipal => {
    if (!('value' in proof)) return { outcome: proof.kind === 'none' ? 'anonymous' : 'rejected' }
    const row = found[proof.kind].get(proof.value)
    const principal = row && toPrincipal(deps, row)
    return principal === undefined
      ? { outcome: 'rejected' }
      : { outcome: 'authenticated', principal }
  })
  return { resolved }
}

/**
 * Reads the credential. An access token takes precedence over an API key, and an API key over a
 * cookie.
 */
function toProof({ sessionCookie, apiKey, accessToken }: CallerCredentials, secret: string): Proof {
  if (accessToken !== undefined) return proven('access-token', accessTokenHash(accessToken))
  if (apiKey === undefined && sessionCookie === undefined) return { kind: 'none' }
  if (apiKey !== undefined) return proven('api-key', apiKeyHash(apiKey))
  return proven('session', readSessionToken(sessionCookie ?? '', secret))
}

const proven = (kind: 'session' | 'api-key' | 'access-token', value: string | undefined): Proof =>
  value === undefined ? { kind: 'bad' } : { kind, value }

const listValues = (proofs: readonly Proof[], kind: Proof['kind']): string[] => [
  ...new Set(
    proofs.flatMap((proof) => ('value' in proof && proof.kind === kind ? proof.value : [])),
  ),
]

/**
 * Returns undefined if a key has invalid scopes. The key is then rejected, and the other callers in
 * the batch are not affected.
 */
function toPrincipal(
  deps: Deps,
  row: SessionRow | ApiKeyRow | AccessTokenRow,
): Principal | undefined {
  const { id, userId, orgId } = row
  const who = { userId, orgId, credentialId: id }
  // Programs hold keys and tokens. So a key or token carries the role in its org, and never the
  // platform's admin right.
  if ('grantScopes' in row) {
    return { ...who, role: row.memberRole, isAdmin: false, via: 'mcp', scopes: toScopes(row) }
  }
  if ('keyRole' in row) {
    const role = lesserRole(row.keyRole, row.memberRole)
    const key = { ...who, role, isAdmin: false, via: 'api_key' } as const
    if (row.scopes === null) return key
    const scopes = ApiKeyScopes.safeParse(row.scopes)
    return scopes.success ? { ...key, scopes: scopes.data } : undefined
  }
  return { ...who, role: row.role, isAdmin: deps.config.isAdmin(row), via: 'session' }
}

/** Returns the scopes allowed by both the token and its grant. */
function toScopes({ scopes, grantScopes }: AccessTokenRow): string[] {
  const allows = (scope: string) => scopes.includes(scope) && grantScopes.includes(scope)
  if (allows('atrium:write')) return ['read', 'write']
  return allows('atrium:read') ? ['read'] : []
}

/** Returns the lower of two roles. A key has at most its creator's current role. */
export const lesserRole = (a: OrgRole, b: OrgRole): OrgRole => (roleAtLeast(a, b) ? b : a)

/** Prolongs a session without delaying the request. */
function prolongLater({ pool, logger }: Deps, sessionId: string): void {
  prolongSession(pool, sessionId, sessionLifetime.expiresIn).catch((error: unknown) =>
    logger.warn({ err: error }, '[auth] a session could not be prolonged'),
  )
}

/** Records the use of keys or grants without delaying the request. */
function recordUseLater(
  { pool, logger }: Deps,
  kind: 'keys' | 'grants',
  rows: ReadonlyArray<{ id: string; idle: boolean }>,
): void {
  const ids = rows.filter(({ idle }) => idle).map(({ id }) => id)
  if (ids.length === 0) return
  recordUse(pool, kind, ids).catch((error: unknown) =>
    logger.warn({ err: error }, '[auth] the use of a key could not be recorded'),
  )
}
