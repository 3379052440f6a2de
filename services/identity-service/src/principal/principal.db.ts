import type { OrgRole } from '@atrium/contracts'
import type { DatabaseHandle } from '@atrium/database'

type Pool = DatabaseHandle<unknown>['pool']

export interface SessionRow {
  id: string
  userId: string
  email: string
  orgId: string | null
  role: OrgRole | null
  /** Whether it ought to be prolonged although its browser has not asked for that; see `prolong-session.ts`. */
  overdue: boolean
}

export interface ApiKeyRow {
  id: string
  userId: string
  email: string
  orgId: string
  keyRole: OrgRole
  memberRole: OrgRole
}

// Named, so that PostgreSQL plans them once per connection: they run on every request of the platform.
const bySession = {
  name: 'principal-by-session',
  text: `select s.id, s."userId", u.email, m."organizationId" as "orgId", m.role,
      s."expiresAt" < now() + interval '4 days' and s."expiresAt" - s."createdAt" > interval '2 days' as overdue
    from session s
    join "user" u on u.id = s."userId"
    left join member m on m."organizationId" = s."activeOrganizationId" and m."userId" = s."userId"
    where s.token = $1 and s."expiresAt" > now()`,
}

const byApiKey = {
  name: 'principal-by-api-key',
  text: `select k.id, m."userId", u.email, m."organizationId" as "orgId", k.role as "keyRole",
      m.role as "memberRole"
    from apikey k
    join member m on m."organizationId" = k."referenceId" and m."userId" = k."creatorId"
    join "user" u on u.id = m."userId"
    where k.key = $1 and k.enabled and (k."expiresAt" is null or k."expiresAt" > now())`,
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

/** What `GET /api/me` shows beside the principal, and whether the session is due for prolongation. */
export async function findMe(
  pool: Pool,
  { userId, orgId, credentialId }: { userId: string; orgId: string | null; credentialId: string },
): Promise<MeRow | undefined> {
  const { rows } = await pool.query<MeRow>({ ...me, values: [userId, orgId, credentialId] })
  return rows[0]
}
