import type { Selectable } from 'kysely'
import type { InstanceTable, Transaction } from '../database.ts'
import { orgRecords } from '../org-records.db.ts'

export type InstanceRow = Selectable<InstanceTable>

export const templates = orgRecords('templates', 'template', ['variables'])
export const instances = orgRecords('template_instances', 'instance', ['values'])

export async function hasInstances(
  tx: Transaction,
  orgId: string,
  templateId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('template_instances')
    .select('id')
    .where('template_id', '=', templateId)
    .where('org_id', '=', orgId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks an instance's sites. Call it before the instance is locked, because publishing locks in
 * this order.
 */
export async function lockInstanceSites(
  tx: Transaction,
  orgId: string,
  instanceId: string,
): Promise<void> {
  await tx
    .selectFrom('sites')
    .select('id')
    .where('instance_id', '=', instanceId)
    .where('org_id', '=', orgId)
    .orderBy('id')
    .forUpdate()
    .execute()
}
