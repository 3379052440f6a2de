import { InternalChain, type StartInternalRun } from '@atrium/contracts'
import type { z } from 'zod'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { queueChain } from '../runs/queue-runs.ts'
import { chainGraph, chainNodeTypes, chainWorkflowId } from './internal-chains.ts'

type ChainStart = z.output<typeof StartInternalRun.input>
type ChainDeps = Pick<Deps, 'registry' | 'now' | 'newId'>

const isRegistered =
  ({ registry }: ChainDeps) =>
  (type: string): boolean =>
    registry.lookup(type) !== undefined

export const availableChains = (deps: ChainDeps): InternalChain[] =>
  InternalChain.options.filter((kind) => chainNodeTypes(kind).every(isRegistered(deps)))

/**
 * Queues a one-off chain for a card and returns the run id, even if another chain for the card is
 * running.
 */
export function startChain(deps: ChainDeps, tx: Transaction, start: ChainStart): Promise<string> {
  const { orgId, userId: ownerId, kind, id, taskId, input } = start
  const firedAt = deps.now().toISOString()
  const graph = chainGraph({ kind, taskId, id }, isRegistered(deps))
  const item = { json: { ...input, taskId, firedAt } }
  return queueChain(deps, tx, {
    workflowId: chainWorkflowId(kind, id),
    orgId,
    ownerId,
    taskId,
    graph,
    item,
  })
}
