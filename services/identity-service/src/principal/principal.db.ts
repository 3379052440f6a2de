import type { OrgRole, Principal } from '@atrium/contracts'
import type DataLoader from 'dataloader'
import type { Pool } from '../database.ts'

export interface SessionRow {
  token: string
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
  hash: string
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
  hash: string
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
  name: 'principals-by-session',
  text: `select s.token, s.id, s."userId", u.email, u."emailVerified", m."organizationId" as "orgId", m.role,
      s."expiresAt" < now() + interval '4 days' and s."expiresAt" - s."createdAt" > interval '2 days' as overdue
    from session s
    join "user" u on u.id = s."userId"
    left join member m on m."organizationId" = s."activeOrganizationId" and m."userId" = s."userId"
    where s.token = any($1) and s."expiresAt" > now()`,
}

const byApiKey = {
  name: 'principals-by-api-key',
  text: `select k.key as hash, k.id, m."userId", m."organizationId" as "orgId", k.role as "keyRole", k.scopes,
      m.role as "memberRole",
      coalesce(k."lastRequest" < now() - interval '1 minute', true) as idle
    from apikey k
    join member m on m."organizationId" = k."referenceId" and m."userId" = k."creatorId"
    where k.key = any($1) and k.enabled and (k."expiresAt" is null or k."expiresAt" > now())`,
}

const byAccessToken = {
  name: 'principals-by-access-token',
  text: `select t.token as hash, c.id, m."userId", m."organizationId" as "orgId", m.role as "memberRole",
      t.scopes, c.scopes as "grantScopes",
      coalesce(c."lastUsedAt" < now() - interval '1 minute', true) as idle
    from "oauthAccessToken" t
    join "oauthConsent" c on c."clientId" = t."clientId" and c."userId" = t."userId"
      and c."referenceId" = t."referenceId"
    join "oauthClient" k on k."clientId" = c."clientId" and k.disabled is not true
    join member m on m."organizationId" = c."referenceId" and m."userId" = c."userId"
    where t.token = any($1) and t."expiresAt" > now() and t.revoked is null and t.confirmation is null
      and t.resources @> to_jsonb($2::text)`,
}

/** The live sessions with these tokens, by token; their org only while their user is a member. */
export async function findSessions(
  pool: Pool,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, SessionRow>> {
  if (tokens.length === 0) return new Map()
  const { rows } = await pool.query<SessionRow>({ ...bySession, values: [tokens] })
  return new Map(rows.map((row) => [row.token, row]))
}

/** The live keys with these hashes, by hash, as long as their creators are members of their orgs. */
export async function findApiKeys(
  pool: Pool,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, ApiKeyRow>> {
  if (hashes.length === 0) return new Map()
  const { rows } = await pool.query<ApiKeyRow>({ ...byApiKey, values: [hashes] })
  return new Map(rows.map((row) => [row.hash, row]))
}

/** The live access tokens with these hashes for a resource, by hash, as long as their grants stand. */
export async function findAccessTokens(
  pool: Pool,
  hashes: readonly string[],
  resource: string,
): Promise<ReadonlyMap<string, AccessTokenRow>> {
  if (hashes.length === 0) return new Map()
  const { rows } = await pool.query<AccessTokenRow>({ ...byAccessToken, values: [hashes, resource] })
  return new Map(rows.map((row) => [row.hash, row]))
}

const usingGrants = {
  name: 'use-grants',
  text: `update "oauthConsent" set "lastUsedAt" = now()
    where id = any($1) and coalesce("lastUsedAt" < now() - interval '1 minute', true)`,
}

/** Records that grants were used now, to the minute. */
export const recordGrantUse = async (pool: Pool, ids: readonly string[]): Promise<void> =>
  void (await pool.query({ ...usingGrants, values: [ids] }))

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

const using = {
  name: 'use-api-keys',
  text: `update apikey set "lastRequest" = now()
    where id = any($1) and coalesce("lastRequest" < now() - interval '1 minute', true)`,
}

/** Records that keys were used now, to the minute. */
export const recordKeyUse = async (pool: Pool, ids: readonly string[]): Promise<void> =>
  void (await pool.query({ ...using, values: [ids] }))

export interface MeRow {
  name: string
  email: string
  orgId: string | null
  orgName: string | null
  slug: string | null
  /** Whether the session is a day or more into its week; false for a key. */
  due: boolean
}

/** Looks callers up for `getMe`. */
export type MeLoader = DataLoader<Principal, MeRow | undefined>

const me = {
  name: 'me',
  text: `select asked.n::int, u.name, u.email, o.id as "orgId", o.name as "orgName", o.slug,
      coalesce(s."expiresAt" < now() + interval '6 days'
        and s."expiresAt" - s."createdAt" > interval '2 days', false) as due
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality
      as asked ("userId", "orgId", "credentialId", n)
    join "user" u on u.id = asked."userId"
    left join organization o on o.id = asked."orgId"
    left join session s on s.id = asked."credentialId"`,
}

/**
 * The names that `GET /api/me` shows beside each principal, and whether its session is due for prolongation; in the
 * order of the principals, undefined for a user who is gone.
 */
export async function findMe(
  pool: Pool,
  principals: readonly Pick<Principal, 'userId' | 'orgId' | 'credentialId'>[],
): Promise<(MeRow | undefined)[]> {
  const values = [
    principals.map(({ userId }) => userId),
    principals.map(({ orgId }) => orgId),
    principals.map(({ credentialId }) => credentialId),
  ]
  const { rows } = await pool.query<MeRow & { n: number }>({ ...me, values })
  const found = new Map(rows.map((row) => [row.n, row]))
  return principals.map((_, index) => found.get(index + 1))
}
