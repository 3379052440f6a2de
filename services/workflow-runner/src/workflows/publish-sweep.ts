import { PublishSweepStatus, WorkflowGraph } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Db, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { scheduledPublishers } from './workflows.db.ts'

/** Whether a `publish` node of a graph is reached from one of its schedules. */
export function publishesOnSchedule(graph: unknown): boolean {
  // A row may hold anything.
  const { data } = WorkflowGraph.safeParse(graph)
  if (data === undefined) return false
  const next = new Map<string, string[]>()
  for (const { from, to } of data.edges) {
    const known = next.get(from.node)
    if (known === undefined) next.set(from.node, [to.node])
    else known.push(to.node)
  }
  const reached = new Set(data.nodes.filter(({ type }) => type === 'trigger.schedule').map(({ id }) => id))
  // A set's iteration also visits what is added meanwhile.
  for (const id of reached) for (const each of next.get(id) ?? []) reached.add(each)
  return data.nodes.some(({ id, type }) => type === 'publish' && reached.has(id))
}

/** Whether an active workflow of the org publishes posts on a schedule. */
export const hasPublishSweep = async (db: Db | Transaction, orgId: string): Promise<boolean> =>
  (await scheduledPublishers(db, orgId)).some(({ graph }) => publishesOnSchedule(graph))

/** What the board asks before it warns that an approved post will not go out by itself. */
export const publishSweepRpc = ({ db }: Pick<Deps, 'db'>): RpcHandler =>
  rpcHandler(PublishSweepStatus, async ({ orgId }) => ({ active: await hasPublishSweep(db, orgId) }))
