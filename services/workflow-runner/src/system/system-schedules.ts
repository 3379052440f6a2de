import { SystemSchedules } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { nextFiring } from '../engine/index.ts'
import { linearGraph } from '../nodes/linear-graph.ts'
import { onSchedule, step } from '../templates/template.ts'
import { activeSchedules, insertSystemUser, upsertSystemSchedule } from './system.db.ts'

/**
 * The owner of system schedules. Exists only in this schema: the identity service has no account,
 * password or key for this user.
 */
export const systemUserId = `usr_${'0'.repeat(32)}`

const daily = '0 3 * * *'
const schedules = [
  {
    key: 'system.generate-invoices',
    name: 'Generate invoices',
    cron: daily,
    graph: linearGraph(
      onSchedule('daily', 'Every day at three', daily),
      step('generate', 'generate_invoices', 'Generate'),
    ),
  },
]

/**
 * Registers every system schedule at boot. If the cron expression is unchanged, the next firing
 * stays.
 */
export const registerSystemSchedules = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  inTransaction(db, undefined, async (tx) => {
    await insertSystemUser(tx, systemUserId)
    for (const { key, name, cron, graph } of schedules) {
      const [trigger] = graph.nodes
      const next = nextFiring(cron, 'UTC', now().getTime())
      if (trigger === undefined || next === null) continue
      const schedule = { node_id: trigger.id, cron, tz: 'UTC', next_at: next }
      await upsertSystemSchedule(tx, { key, name, graph, ownerId: systemUserId }, schedule)
    }
  })

const toleranceMs = 10 * 60_000

export async function systemSchedulesHealthy({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  const keys = schedules.map(({ key }) => key)
  const rows = await activeSchedules(db, keys)
  const earliest = now().getTime() - toleranceMs
  return schedules.every(({ key, cron }) =>
    rows.some((row) => row.key === key && row.cron === cron && row.next_at.getTime() > earliest),
  )
}

export const systemRpc = (deps: Deps): RpcHandler =>
  rpcHandler(SystemSchedules, async () => ({ healthy: await systemSchedulesHealthy(deps) }))
