import type { NotificationKind } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

export async function findUnverified(tx: Transaction, userId: string): Promise<string | undefined> {
  const user = await tx
    .selectFrom('user')
    .select('email')
    .where('id', '=', userId)
    .where('emailVerified', '=', false)
    .executeTakeFirst()
  return user?.email
}

/**
 * Returns the data of an open invitation. Returns undefined if the invitation is closed or its org
 * is deleted.
 */
export async function findInvitation(
  tx: Transaction,
  { orgId, invitationId }: { orgId: string; invitationId: string },
) {
  const row = await tx
    .selectFrom('invitation as i')
    .innerJoin('organization as o', 'o.id', 'i.organizationId')
    .innerJoin('user as u', 'u.id', 'i.inviterId')
    .select(['i.email as recipient', 'i.role', 'o.name as orgName', 'u.name as inviterName'])
    .where('i.id', '=', invitationId)
    .where('i.organizationId', '=', orgId)
    .where('i.status', '=', 'pending')
    .executeTakeFirst()
  return row === undefined ? undefined : { ...row, role: row.role ?? 'member' }
}

export async function findOrgName(tx: Transaction, orgId: string): Promise<string | undefined> {
  const org = await tx
    .selectFrom('organization')
    .select('name')
    .where('id', '=', orgId)
    .executeTakeFirst()
  return org?.name
}

/**
 * Returns the notice addresses of an org's owners and admins. With a `kind`, leaves out those who do
 * not want its notifications by mail.
 */
export async function listStewards(
  tx: Transaction,
  { orgId, except, kind }: { orgId: string; except?: string; kind?: NotificationKind },
) {
  const rows = await tx
    .selectFrom('member as m')
    .innerJoin('user as u', 'u.id', 'm.userId')
    .leftJoin('user_settings as s', 's.user_id', 'u.id')
    .select(({ fn }) => fn.coalesce('s.notification_email', 'u.email').as('address'))
    .where('m.organizationId', '=', orgId)
    .where('m.role', 'in', ['owner', 'admin'])
    .$if(kind !== undefined, (all) =>
      all
        .leftJoin('notification_settings as n', (join) =>
          join.onRef('n.user_id', '=', 'm.userId').onRef('n.org_id', '=', 'm.organizationId'),
        )
        .where(sql<boolean>`coalesce((n.kinds -> ${kind} ->> 'mail')::boolean, true)`),
    )
    .$if(except !== undefined, (all) => all.where('m.userId', '<>', except ?? ''))
    .execute()
  return [...new Set(rows.map((row) => row.address))].sort()
}
