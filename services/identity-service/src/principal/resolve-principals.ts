import {
  ApiKeyScopes,
  type CallerCredentials,
  type OrgRole,
  type Principal,
  type ResolvedPrincipal,
  roleAtLeast,
} from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { accessTokenHash, apiKeyHash, sessionTokenOf } from './credentials.ts'
import {
  type AccessTokenRow,
  findAccessToken,
  findApiKey,
  findSession,
  prolongSession,
  recordGrantUse,
  recordKeyUse,
} from './principal.db.ts'
import { sessionLifetime } from './session-cookie.ts'

/** The holders of credentials, in their order; a session that no browser prolongs is prolonged here. */
export async function resolvePrincipals(
  deps: Deps,
  { credentials }: { credentials: readonly CallerCredentials[] },
): Promise<{ resolved: ResolvedPrincipal[] }> {
  return { resolved: await Promise.all(credentials.map((one) => resolve(deps, one))) }
}

/** An API key wins over a cookie beside it. */
async function resolve(
  deps: Deps,
  { sessionCookie, apiKey, accessToken }: CallerCredentials,
): Promise<ResolvedPrincipal> {
  if (accessToken !== undefined) return outcomeOf(await holderOfToken(deps, accessToken))
  if (apiKey !== undefined) return outcomeOf(await holderOfKey(deps, apiKey))
  if (sessionCookie !== undefined) return outcomeOf(await holderOfSession(deps, sessionCookie))
  return { outcome: 'anonymous' }
}

const outcomeOf = (principal: Principal | undefined): ResolvedPrincipal =>
  principal === undefined ? { outcome: 'rejected' } : { outcome: 'authenticated', principal }

async function holderOfSession(deps: Deps, cookie: string): Promise<Principal | undefined> {
  const token = sessionTokenOf(cookie, deps.config.secret)
  const session = token === undefined ? undefined : await findSession(deps.pool, token)
  if (session === undefined) return undefined
  const { id, userId, orgId, role, overdue } = session
  if (overdue) {
    const prolonged = prolongSession(deps.pool, id, sessionLifetime.expiresIn)
    inBackground(deps, prolonged, '[auth] a session could not be prolonged')
  }
  return { userId, orgId, credentialId: id, role, isAdmin: deps.config.isAdmin(session), via: 'session' }
}

const unrecorded = '[auth] the use of a key could not be recorded'

/** Undefined for a key whose scopes are none that a key may have as well. A key never carries the platform's roles. */
async function holderOfKey(deps: Deps, key: string): Promise<Principal | undefined> {
  const hash = apiKeyHash(key)
  const found = hash === undefined ? undefined : await findApiKey(deps.pool, hash)
  if (found === undefined) return undefined
  const { id, userId, orgId, keyRole, memberRole, scopes, idle } = found
  if (idle) inBackground(deps, recordKeyUse(deps.pool, id), unrecorded)
  const role = lesserRole(keyRole, memberRole)
  const holder = { userId, orgId, credentialId: id, role, isAdmin: false, via: 'api_key' } as const
  if (scopes === null) return holder
  const known = ApiKeyScopes.safeParse(scopes)
  return known.success ? { ...holder, scopes: known.data } : undefined
}

async function holderOfToken(deps: Deps, token: string): Promise<Principal | undefined> {
  const hash = accessTokenHash(token)
  const found =
    hash === undefined ? undefined : await findAccessToken(deps.pool, hash, deps.config.assistantsUrl)
  if (found === undefined) return undefined
  const { id, userId, orgId, memberRole: role, idle } = found
  if (idle) inBackground(deps, recordGrantUse(deps.pool, id), unrecorded)
  return { userId, orgId, credentialId: id, role, isAdmin: false, via: 'mcp', scopes: scopesOf(found) }
}

/** The rights that both the token and its grant allow. */
function scopesOf({ scopes, grantScopes }: AccessTokenRow): string[] {
  const allows = (scope: string) => scopes.includes(scope) && grantScopes.includes(scope)
  if (allows('atrium:write')) return ['read', 'write']
  return allows('atrium:read') ? ['read'] : []
}

/** A key has at most the present role of its creator. */
export const lesserRole = (a: OrgRole, b: OrgRole): OrgRole => (roleAtLeast(a, b) ? b : a)

/** Lets the request go on without this work. */
const inBackground = ({ logger }: Deps, work: Promise<unknown>, failure: string): void =>
  void work.catch((error: unknown) => logger.warn({ err: error }, failure))
