import { type PutPin, runErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import type { NodeOutputs } from '../engine/index.ts'
import { getWorkflow, lockWorkflow } from '../workflows/read-workflow.ts'
import { earlierOutputs, graphOfRow } from './earlier-outputs.ts'
import { listPinSizes, type PinKey, type PinRow, removePin, savePin } from './pins.db.ts'

/** Returns a workflow's pins without their items. Throws `not_found`. */
export async function listPins({ db }: Deps, { principal: { orgId } }: Ctx, workflowId: string) {
  await getWorkflow(db, orgId, workflowId)
  return listPinSizes(db, orgId, workflowId)
}

/**
 * Pins a node's output: the given items, or its sample in a run. Throws `not_found` and
 * `too_many_pins`.
 */
export async function putPin(
  deps: Deps,
  { tx }: Ctx,
  { pin, input }: { pin: PinKey; input: PutPin },
): Promise<PinRow> {
  const { orgId, workflowId, nodeId } = pin
  return inTransaction(deps.db, tx, async (tx) => {
    const row = await lockWorkflow(tx, orgId, workflowId)
    let outputs: NodeOutputs | undefined
    if ('outputs' in input) outputs = input.outputs
    else {
      const graph = graphOfRow(row) ?? { nodes: [], edges: [] }
      const run = { orgId, workflowId, runId: input.fromRun }
      outputs = (await earlierOutputs(deps, run, graph)).get(nodeId)
      if (outputs === undefined)
        throw runErrors.not_found({ message: 'The run has no output for this step' })
    }
    return savePin(tx, pin, outputs)
  })
}

/** Throws `not_found`. */
export const deletePin = ({ db }: Deps, { tx }: Ctx, pin: PinKey): Promise<void> =>
  inTransaction(db, tx, async (tx) => {
    await lockWorkflow(tx, pin.orgId, pin.workflowId)
    await removePin(tx, pin)
  })
