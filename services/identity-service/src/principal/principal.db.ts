import type { OrgRole, Principal } from '@atrium/contracts'
import type { Pool } from '../database.ts'

export interface SessionRow {
  id: string
  userId: string
  email: string
  emailVerified: boolean
  orgId: string | null
  role: OrgRole | null
  /** Whether it ought to be prolonged although its browser has not asked for that; see `resolvePrincipals`. */
  overdue: boolean
}

export interface ApiKeyRow {
  id: string
  userId: string
  orgId: string
  keyRole: OrgRole
  memberRole: OrgRole
  /** As they are stored; null for a key without scopes. */
  scopes: unknown
  /** Whether its last use was not recorded within the last minute. */
  idle: boolean
}

export interface AccessTokenRow {
  /** The grant's. */
  id: string
  userId: string
  orgId: string
  memberRole: OrgRole
  /** Of the token. */
  scopes: readonly string[]
  /** Of the grant, which the person may have narrowed since. */
  grantScopes: readonly string[]
  /** Whether the last use of the grant was not recorded within the last minute. */
  idle: boolean
}

// Named, so that PostgreSQL plans them once per connection: they run on every request of the platform.
const bySession = {
  name: 'principal-by-session',
  text: `select s.id, s."userId", u.email, u."emailVerified", m."organizationId" as "orgId", m.role,
      s."expiresAt" < now() + interval '4 days' and s."expiresAt" - s."createdAt" > interval '2 days' as overdue
    from session s
    join "user" u on u.id = s."userId"
    left join member m on m."organizationId" = s."activeOrganizationId" and m."userId" = s."userId"
    where s.token = $1 and s."expiresAt" > now()`,
}

const byApiKey = {
  name: 'principal-by-api-key',
  text: `select k.id, m."userId", m."organizationId" as "orgId", k.role as "keyRole", k.scopes,
      m.role as "memberRole",
      coalesce(k."lastRequest" < now() - interval '1 minute', true) as idle
    from apikey k
    join member m on m."organizationId" = k."referenceId" and m."userId" = k."creatorId"
    where k.key = $1 and k.enabled and (k."expiresAt" is null or k."expiresAt" > now())`,
}

const byAccessToken = {
  name: 'principal-by-access-token',
  text: `select c.id, m."userId", m."organizationId" as "orgId", m.role as "memberRole",
      t.scopes, c.scopes as "grantScopes",
      coalesce(c."lastUsedAt" < now() - interval '1 minute', true) as idle
    from "oauthAccessToken" t
    join "oauthConsent" c on c."clientId" = t."clientId" and c."userId" = t."userId"
      and c."referenceId" = t."referenceId"
    join "oauthClient" k on k."clientId" = c."clientId" and k.disabled is not true
    join member m on m."organizationId" = c."referenceId" and m."userId" = c."userId"
    where t.token = $1 and t."expiresAt" > now() and t.revoked is null and t.confirmation is null
      and t.resources @> to_jsonb($2::text)`,
}

/** The live session with this token; its org only while its user is a member. */
export async function findSession(pool: Pool, token: string): Promise<SessionRow | undefined> {
  const { rows } = await pool.query<SessionRow>({ ...bySession, values: [token] })
  return rows[0]
}

/** The live key with this hash, as long as its creator is a member of its org. */
export async function findApiKey(pool: Pool, hash: string): Promise<ApiKeyRow | undefined> {
  const { rows } = await pool.query<ApiKeyRow>({ ...byApiKey, values: [hash] })
  return rows[0]
}

/** The live access token with this hash for a resource, as long as its grant stands. */
export async function findAccessToken(pool: Pool, hash: string, resource: string) {
  const { rows } = await pool.query<AccessTokenRow>({ ...byAccessToken, values: [hash, resource] })
  return rows[0]
}

const usingGrant = {
  name: 'use-grant',
  text: `update "oauthConsent" set "lastUsedAt" = now()
    where id = $1 and coalesce("lastUsedAt" < now() - interval '1 minute', true)`,
}

/** Records that a grant was used now, to the minute. */
export const recordGrantUse = (pool: Pool, id: string) => pool.query({ ...usingGrant, values: [id] })

const prolonging = {
  name: 'prolong-session',
  text: `update session set "expiresAt" = now() + make_interval(secs => $2), "updatedAt" = now()
    where id = $1 and "expiresAt" > now() returning token`,
}

/** Lets a live session last these seconds from now; its token, or undefined when it has ended meanwhile. */
export async function prolongSession(pool: Pool, id: string, seconds: number): Promise<string | undefined> {
  const { rows } = await pool.query<{ token: string }>({ ...prolonging, values: [id, seconds] })
  return rows[0]?.token
}

const usingKey = {
  name: 'use-api-key',
  text: `update apikey set "lastRequest" = now()
    where id = $1 and coalesce("lastRequest" < now() - interval '1 minute', true)`,
}

/** Records that a key was used now, to the minute. */
export const recordKeyUse = (pool: Pool, id: string) => pool.query({ ...usingKey, values: [id] })

export interface MeRow {
  name: string
  email: string
  orgId: string | null
  orgName: string | null
  slug: string | null
  /** Whether the session is a day or more into its week; false for a key. */
  due: boolean
}

const me = {
  name: 'me',
  text: `select u.name, u.email, o.id as "orgId", o.name as "orgName", o.slug,
      coalesce(s."expiresAt" < now() + interval '6 days'
        and s."expiresAt" - s."createdAt" > interval '2 days', false) as due
    from "user" u
    left join organization o on o.id = $2
    left join session s on s.id = $3
    where u.id = $1`,
}

/** The names that `GET /api/me` shows beside a principal; undefined for a user who is gone. */
export async function findMe(
  pool: Pool,
  { userId, orgId, credentialId }: Pick<Principal, 'userId' | 'orgId' | 'credentialId'>,
): Promise<MeRow | undefined> {
  const { rows } = await pool.query<MeRow>({ ...me, values: [userId, orgId, credentialId] })
  return rows[0]
}
