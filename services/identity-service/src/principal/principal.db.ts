import type { OrgRole, Principal } from '@atrium/contracts'
import { runStatement } from '@atrium/database'
import type DataLoader from 'dataloader'
import type { Pool } from '../database.ts'

/** A row and the credential it was found by: a token, or the hash of one. */
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
  /**
   * True if the session should be prolonged although its browser has not asked for it, see
   * `resolvePrincipals`.
   */
  overdue: boolean
}

interface Lent extends Found {
  orgId: string
  memberRole: OrgRole
  /** True if no use was recorded within the last minute. For a token, the grant's use counts. */
  idle: boolean
}

export interface ApiKeyRow extends Lent {
  keyRole: OrgRole
  /** The stored scopes. Null if the key has none. */
  scopes: unknown
}

/** `id` is the grant's id. */
export interface AccessTokenRow extends Lent {
  scopes: readonly string[]
  /** The grant's scopes. The user may have narrowed them since the token was issued. */
  grantScopes: readonly string[]
}

// Named statements are planned once per connection. They run on every request to the platform.
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

/**
 * Runs a statement with the credentials as its first parameter, and returns the rows by credential.
 */
async function findBy<R extends Found>(
  pool: Pool,
  statement: { name: string; text: string },
  values: readonly string[],
  ...more: string[]
): Promise<ReadonlyMap<string, R>> {
  if (values.length === 0) return new Map()
  const rows = await runStatement<R>(pool, { ...statement, values: [values, ...more] })
  return new Map(rows.map((row) => [row.value, row]))
}

/** Finds live sessions by their tokens. The org is set only if the user is still a member. */
export const findSessions = (pool: Pool, tokens: readonly string[]) =>
  findBy<SessionRow>(pool, bySession, tokens)

/** Finds live keys by their hashes if their creators are still members of the org. */
export const findApiKeys = (pool: Pool, hashes: readonly string[]) =>
  findBy<ApiKeyRow>(pool, byApiKey, hashes)

/** Finds live access tokens for a resource by their hashes if their grants still exist. */
export const findAccessTokens = (pool: Pool, hashes: readonly string[], resource: string) =>
  findBy<AccessTokenRow>(pool, byAccessToken, hashes, resource)

const prolonging = {
  name: 'prolong-session',
  text: `update session set "expiresAt" = now() + make_interval(secs => $2), "updatedAt" = now()
    where id = $1 and "expiresAt" > now() returning token`,
}

/**
 * Sets a live session to expire `seconds` from now. Returns its token, or undefined if the session
 * has ended.
 */
export async function prolongSession(
  pool: Pool,
  id: string,
  seconds: number,
): Promise<string | undefined> {
  const values = [id, seconds]
  const rows = await runStatement<{ token: string }>(pool, { ...prolonging, values })
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

/** Records that keys or grants were used now, rounded to the minute. */
export const recordUse = (pool: Pool, kind: keyof typeof using, ids: readonly string[]) =>
  runStatement(pool, { ...using[kind], values: [ids] })

export interface MeRow {
  name: string
  email: string
  orgId: string | null
  orgName: string | null
  slug: string | null
  /** True if the session's week began at least a day ago. Always false for a key. */
  due: boolean
}

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
 * Returns the names for `GET /api/me` in the principals' order, and if each session is due for
 * prolongation. An entry is undefined if its user is deleted.
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
  const rows = await runStatement<MeRow & { n: number }>(pool, { ...me, values })
  const found = new Map(rows.map((row) => [row.n, row]))
  return principals.map((_, index) => found.get(index + 1))
}
