import { PublishSweepStatus, WorkflowGraph } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Db, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { publishingId } from '../templates/posts.ts'
import { isSeeded } from './seeded-templates.db.ts'
import { scheduledPublishers } from './workflows.db.ts'

/** True if one of the graph's schedules leads to a `publish` node. */
export function publishesOnSchedule(graph: unknown): boolean {
  const { data } = WorkflowGraph.safeParse(graph)
  if (data === undefined) return false
  const next = Map.groupBy(data.edges, ({ from }) => from.node)
  const reached = new Set(
    data.nodes.filter(({ type }) => type === 'trigger.schedule').map(({ id }) => id),
  )
  // The loop also visits elements that are added to the set meanwhile.
  for (const id of reached) for (const { to } of next.get(id) ?? []) reached.add(to.node)
  return data.nodes.some(({ id, type }) => type === 'publish' && reached.has(id))
}

export const hasPublishSweep = async (db: Db | Transaction, orgId: string): Promise<boolean> =>
  (await scheduledPublishers(db, orgId)).some(({ graph }) => publishesOnSchedule(graph))

/** The board warns if approved posts would not be published automatically. */
export const publishSweepRpc = ({ db }: Pick<Deps, 'db'>): RpcHandler =>
  rpcHandler(PublishSweepStatus, async ({ orgId, byMail = false }) => ({
    active:
      (await hasPublishSweep(db, orgId)) || (byMail && !(await isSeeded(db, orgId, publishingId))),
  }))
