import type { OrgRole, Principal } from '@atrium/contracts'
import type DataLoader from 'dataloader'
import type { Pool } from '../database.ts'

/** A row by the value of the credential that it was found by: a token, or the hash of one. */
interface Found {
  value: string
  id: string
  userId: string
}

export interface SessionRow extends Found {
  email: string
  emailVerified: boolean
  orgId: string | null
  role: OrgRole | null
  /** Whether it ought to be prolonged although its browser has not asked for that; see `resolvePrincipals`. */
  overdue: boolean
}

interface Lent extends Found {
  orgId: string
  memberRole: OrgRole
  /** Whether its last use was not recorded within the last minute; that of the grant for a token. */
  idle: boolean
}

export interface ApiKeyRow extends Lent {
  keyRole: OrgRole
  /** As they are stored; null for a key without scopes. */
  scopes: unknown
}

/** Its id is the grant's. */
export interface AccessTokenRow extends Lent {
  /** Of the token. */
  scopes: readonly string[]
  /** Of the grant, which the person may have narrowed since. */
  grantScopes: readonly string[]
}

// Named, so that PostgreSQL plans them once per connection: they run on every request of the platform.
const bySession = {
  name: 'principals-by-session',
  text: `select s.token as value, s.id, s."userId", u.email, u."emailVerified", m."organizationId" as "orgId", m.role,
      s."expiresAt" < now() + interval '4 days' and s."expiresAt" - s."createdAt" > interval '2 days' as overdue
    from session s
    join "user" u on u.id = s."userId"
    left join member m on m."organizationId" = s."activeOrganizationId" and m."userId" = s."userId"
    where s.token = any($1) and s."expiresAt" > now()`,
}

const byApiKey = {
  name: 'principals-by-api-key',
  text: `select k.key as value, k.id, m."userId", m."organizationId" as "orgId", k.role as "keyRole", k.scopes,
      m.role as "memberRole",
      coalesce(k."lastRequest" < now() - interval '1 minute', true) as idle
    from apikey k
    join member m on m."organizationId" = k."referenceId" and m."userId" = k."creatorId"
    where k.key = any($1) and k.enabled and (k."expiresAt" is null or k."expiresAt" > now())`,
}

const byAccessToken = {
  name: 'principals-by-access-token',
  text: `select t.token as value, c.id, m."userId", m."organizationId" as "orgId", m.role as "memberRole",
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

/** The rows of a statement by the values of their credentials, which are its first parameter. */
async function findBy<R extends Found>(
  pool: Pool,
  statement: { name: string; text: string },
  values: readonly string[],
  ...more: string[]
): Promise<ReadonlyMap<string, R>> {
  if (values.length === 0) return new Map()
  const { rows } = await pool.query<R>({ ...statement, values: [values, ...more] })
  return new Map(rows.map((row) => [row.value, row]))
}

/** The live sessions with these tokens; their org only while their user is a member. */
export const findSessions = (pool: Pool, tokens: readonly string[]) =>
  findBy<SessionRow>(pool, bySession, tokens)

/** The live keys with these hashes, as long as their creators are members of their orgs. */
export const findApiKeys = (pool: Pool, hashes: readonly string[]) =>
  findBy<ApiKeyRow>(pool, byApiKey, hashes)

/** The live access tokens with these hashes for a resource, as long as their grants stand. */
export const findAccessTokens = (pool: Pool, hashes: readonly string[], resource: string) =>
  findBy<AccessTokenRow>(pool, byAccessToken, hashes, resource)

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
  keys: {
    name: 'use-api-keys',
    text: `update apikey set "lastRequest" = now()
      where id = any($1) and coalesce("lastRequest" < now() - interval '1 minute', true)`,
  },
  grants: {
    name: 'use-grants',
    text: `update "oauthConsent" set "lastUsedAt" = now()
      where id = any($1) and coalesce("lastUsedAt" < now() - interval '1 minute', true)`,
  },
}

/** Records that keys or grants were used now, to the minute. */
export const recordUse = (pool: Pool, kind: keyof typeof using, ids: readonly string[]) =>
  pool.query({ ...using[kind], values: [ids] })

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
