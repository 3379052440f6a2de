import { tryLimits, workflowErrors } from '@atrium/contracts'
import { json } from '@atrium/database'
import { type Selectable, sql } from 'kysely'
import type { Db, Transaction, WorkflowDatabase } from '../database.ts'
import type { NodeOutputs } from '../engine/index.ts'

export type PinRow = Selectable<WorkflowDatabase['workflow_pins']>

interface PinKey {
  orgId: string
  workflowId: string
  nodeId: string
}

/** The pins of a workflow by node. */
export const listPinRows = (db: Db, orgId: string, workflowId: string): Promise<PinRow[]> =>
  db
    .selectFrom('workflow_pins')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('workflow_id', '=', workflowId)
    .orderBy('node_id')
    .execute()

/** Pins an output of a node of a locked workflow. Throws `too_many_pins`. */
export async function savePin(
  tx: Transaction,
  { orgId, workflowId, nodeId }: PinKey,
  outputs: NodeOutputs,
): Promise<PinRow> {
  const { n } = await tx
    .selectFrom('workflow_pins')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('org_id', '=', orgId)
    .where('workflow_id', '=', workflowId)
    .where('node_id', '<>', nodeId)
    .executeTakeFirstOrThrow()
  if (Number(n) >= tryLimits.pins) throw workflowErrors.too_many_pins()
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

/** Forgets a pin. Throws `not_found`. */
export const removePin = async (tx: Transaction, { orgId, workflowId, nodeId }: PinKey): Promise<void> =>
  void (await tx
    .deleteFrom('workflow_pins')
    .where('org_id', '=', orgId)
    .where('workflow_id', '=', workflowId)
    .where('node_id', '=', nodeId)
    .returning('node_id')
    .executeTakeFirstOrThrow(() => workflowErrors.not_found({ message: 'The node has no pinned output' })))
