import type { OrgRole } from '@atrium/contracts'
import type { DatabaseHandle } from '@atrium/database'

type Pool = DatabaseHandle<unknown>['pool']

export interface SessionRow {
  id: string
  userId: string
  email: string
  orgId: string | null
  role: OrgRole | null
  expiresAt: Date
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
  text: `select s.id, s."userId", u.email, m."organizationId" as "orgId", m.role, s."expiresAt"
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
