import type { WorkflowGraph } from '@atrium/contracts'
import { inTransaction, json } from '@atrium/database'
import type { Db } from '../database.ts'
import { nextFiring } from '../engine/index.ts'

/**
 * The owner of the platform's own schedules. It exists in this schema only: identity has no account, no
 * password and no key under this id, so nobody can sign in as it.
 */
export const systemUserId = `usr_${'0'.repeat(32)}`

interface SystemSchedule {
  key: string
  name: string
  cron: string
  graph: WorkflowGraph
}

const schedules: readonly SystemSchedule[] = [
  {
    key: 'system.generate-invoices',
    name: 'Generate invoices',
    cron: '0 3 * * *',
    graph: {
      nodes: [
        {
          id: 'daily',
          type: 'trigger.schedule',
          name: 'Every day at three',
          params: { cron: '0 3 * * *', tz: 'UTC' },
          position: { x: 0, y: 0 },
        },
        {
          id: 'generate',
          type: 'generate_invoices',
          name: 'Generate',
          params: {},
          position: { x: 260, y: 0 },
        },
      ],
      edges: [{ from: { node: 'daily', output: 'main' }, to: { node: 'generate', input: 'main' } }],
    },
  },
]

/** Registers every system schedule again, as each boot does; one whose time stayed keeps its next firing. */
export async function registerSystemSchedules(db: Db): Promise<void> {
  await inTransaction(db, undefined, async (tx) => {
    await tx
      .insertInto('system_users')
      .values({ id: systemUserId, name: 'System' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    for (const { key, name, cron, graph } of schedules) {
      const [trigger] = graph.nodes
      const next = nextFiring(cron, 'UTC', Date.now())
      if (trigger === undefined || next === null) continue
      const row = { name, graph: json(graph), active: true, owner_id: systemUserId }
      await tx
        .insertInto('workflows')
        .values({ ...row, id: key, org_id: null, description: null, system_key: key })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute()
      const known = await tx.selectFrom('schedules').selectAll().where('key', '=', key).executeTakeFirst()
      if (known !== undefined && known.cron === cron && known.tz === 'UTC') continue
      const schedule = { workflow_id: key, node_id: trigger.id, cron, tz: 'UTC', next_at: next }
      await tx
        .insertInto('schedules')
        .values({ ...schedule, key, last_fired_at: null })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(schedule))
        .execute()
    }
  })
}

const toleranceMs = 10 * 60_000

/** Whether every system schedule is registered, active and not overdue. */
export async function systemSchedulesHealthy(db: Db): Promise<boolean> {
  const rows = await db
    .selectFrom('schedules as s')
    .innerJoin('workflows as w', 'w.id', 's.workflow_id')
    .select(['s.key', 's.cron', 's.next_at'])
    .where('w.active', '=', true)
    .where(
      's.key',
      'in',
      schedules.map((each) => each.key),
    )
    .execute()
  return schedules.every(({ key, cron }) =>
    rows.some(
      (row) => row.key === key && row.cron === cron && row.next_at.getTime() > Date.now() - toleranceMs,
    ),
  )
}
