import type { WorkflowGraph } from '@atrium/contracts'
import { deleteOrgRows, json } from '@atrium/database'
import type { Insertable } from 'kysely'
import type { Db, Transaction, WorkflowDatabase } from '../database.ts'
import { orgTables } from '../org-tables.ts'

export async function purgeOrg(tx: Transaction, orgId: string): Promise<void> {
  const workflows = tx.selectFrom('workflows').select('id').where('org_id', '=', orgId)
  const runs = tx.selectFrom('runs').select('id').where('org_id', '=', orgId)
  await tx.deleteFrom('watermarks').where('workflow_id', 'in', workflows).execute()
  await tx.deleteFrom('node_runs').where('run_id', 'in', runs).execute()
  await tx.deleteFrom('packed_node_runs').where('run_id', 'in', runs).execute()
  await deleteOrgRows(tx, orgTables, orgId)
}

export const insertSystemUser = async (tx: Transaction, id: string): Promise<void> =>
  void (await tx
    .insertInto('system_users')
    .values({ id, name: 'System' })
    .onConflict((conflict) => conflict.doNothing())
    .execute())

/**
 * Creates or updates a workflow of the platform with its schedule. The next time is kept unless the
 * cron expression or the time zone changed.
 */
export async function upsertSystemSchedule(
  tx: Transaction,
  workflow: { key: string; name: string; graph: WorkflowGraph; ownerId: string },
  schedule: Omit<
    Insertable<WorkflowDatabase['schedules']>,
    'key' | 'workflow_id' | 'last_fired_at'
  >,
): Promise<void> {
  const { key, name, graph, ownerId } = workflow
  const row = { name, graph: json(graph), active: true, owner_id: ownerId }
  await tx
    .insertInto('workflows')
    .values({ ...row, id: key, org_id: null, description: null, system_key: key })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  await tx
    .insertInto('schedules')
    .values({ ...schedule, key, workflow_id: key, last_fired_at: null })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ ...schedule, workflow_id: key })
        .where(({ or, eb }) =>
          or([eb('schedules.cron', '<>', schedule.cron), eb('schedules.tz', '<>', schedule.tz)]),
        ),
    )
    .execute()
}

export const activeSchedules = (db: Db, keys: readonly string[]) =>
  db
    .selectFrom('schedules as s')
    .innerJoin('workflows as w', 'w.id', 's.workflow_id')
    .select(['s.key', 's.cron', 's.next_at'])
    .where('w.active', '=', true)
    .where('s.key', 'in', keys)
    .execute()
