import { tryLimits, workflowErrors } from '@atrium/contracts'
import { json } from '@atrium/database'
import { type Selectable, sql } from 'kysely'
import { countRows } from '../count-alone.db.ts'
import type { Db, Transaction, WorkflowDatabase, WorkflowKey } from '../database.ts'
import type { NodeOutputs } from '../engine/index.ts'

export type PinRow = Selectable<WorkflowDatabase['workflow_pins']>

export type PinKey = WorkflowKey & { nodeId: string }

const selectPins = (db: Db, orgId: string, workflowId: string) =>
  db.selectFrom('workflow_pins').where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId }))

export const listPinRows = (db: Db, orgId: string, workflowId: string): Promise<PinRow[]> =>
  selectPins(db, orgId, workflowId).selectAll().orderBy('node_id').execute()

/**
 * Returns a workflow's pins by node, with the item count of each output and the total bytes as
 * JSON.
 */
export const listPinSizes = (db: Db, orgId: string, workflowId: string) =>
  selectPins(db, orgId, workflowId)
    .select(['workflow_id', 'node_id', 'updated_at'])
    .select([
      sql<
        Record<string, number>
      >`(select coalesce(jsonb_object_agg(output, jsonb_array_length(items)), '{}')
        from jsonb_each(outputs) each(output, items))`.as('outputs'),
      sql<number>`octet_length(outputs::text)`.as('bytes'),
    ])
    .orderBy('node_id')
    .execute()

const noPin = () => workflowErrors.not_found({ message: 'The step has no pinned output' })

/** Throws `not_found`. */
export const getPinRow = (db: Db, { orgId, workflowId, nodeId }: PinKey): Promise<PinRow> =>
  selectPins(db, orgId, workflowId)
    .selectAll()
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow(noPin)

/** Pins a node's output. The caller must have locked the workflow. Throws `too_many_pins`. */
export async function savePin(
  tx: Transaction,
  { orgId, workflowId, nodeId }: PinKey,
  outputs: NodeOutputs,
) {
  const others = sql`
    select from workflow_pins where org_id = ${orgId} and workflow_id = ${workflowId} and node_id <> ${nodeId}`
  if ((await countRows(tx, others)) >= tryLimits.pins) throw workflowErrors.too_many_pins()
  const items = Object.fromEntries(Object.entries(outputs).map(([name, list]) => [name, [...list]]))
  return tx
    .insertInto('workflow_pins')
    .values({ workflow_id: workflowId, node_id: nodeId, org_id: orgId, outputs: json(items) })
    .onConflict((conflict) =>
      conflict
        .columns(['workflow_id', 'node_id'])
        .doUpdateSet({ outputs: json(items), updated_at: sql`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Throws `not_found`. */
export const removePin = async (
  tx: Transaction,
  { orgId, workflowId, nodeId }: PinKey,
): Promise<void> =>
  void (await tx
    .deleteFrom('workflow_pins')
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId, node_id: nodeId }))
    .returning('node_id')
    .executeTakeFirstOrThrow(noPin))
