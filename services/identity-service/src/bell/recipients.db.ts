import type { OrgRole } from '@atrium/contracts'
import { sql } from 'kysely'
import type { KindChoice, Transaction } from '../database.ts'
import type { Notice } from './notice.ts'

export interface Recipient {
  orgId: string
  orgName: string
  hasLogo: boolean
  userId: string
  role: OrgRole
  /** The address for notices. */
  address: string
  /** The user's own choices by kind. */
  kinds: Partial<Record<Notice['kind'], KindChoice>>
}

/** Returns the members whom the notices may be for, with their choices. */
export async function findRecipients(
  tx: Transaction,
  notices: readonly Pick<Notice, 'orgId' | 'to'>[],
): Promise<Recipient[]> {
  const named = notices.flatMap(({ orgId, to }) =>
    to === 'admins' ? [] : to.map((userId) => [orgId, userId] as const),
  )
  const orgs = [...new Set(notices.filter(({ to }) => to === 'admins').map(({ orgId }) => orgId))]
  if (named.length === 0 && orgs.length === 0) return []
  const { rows } = await sql<Recipient>`
    with found as (
      select m.id from unnest(${named.map(([org]) => org)}::text[], ${named.map(([, user]) => user)}::text[])
          as named (org_id, user_id)
        join member m on m."organizationId" = named.org_id and m."userId" = named.user_id
      union
      select id from member where "organizationId" = any(${orgs}::text[]) and role in ('owner', 'admin')
    )
    select m."organizationId" as "orgId", o.name as "orgName",
      os.logo_url is not null as "hasLogo", m."userId", m.role,
      coalesce(s.notification_email, u.email) as address, coalesce(n.kinds, '{}') as kinds
    from found
      join member m on m.id = found.id
      join organization o on o.id = m."organizationId"
      join "user" u on u.id = m."userId"
      left join org_settings os on os.org_id = m."organizationId"
      left join user_settings s on s.user_id = m."userId"
      left join notification_settings n on n.user_id = m."userId" and n.org_id = m."organizationId"
    order by m."organizationId", m."userId"`.execute(tx)
  return rows
}
