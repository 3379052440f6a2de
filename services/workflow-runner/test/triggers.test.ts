import { CardCreated, newId, PlanLimitsOf, WorkflowPlanUsage } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import type { Transaction } from '../src/database.ts'
import { systemSchedulesHealthy } from '../src/system/system-schedules.ts'
import { fireDueSchedules, fireSchedules } from '../src/triggers/fire-due-schedules.ts'
import { reconcileTriggers } from '../src/triggers/sync-triggers.ts'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type RunBody, startHarness } from './harness.ts'
import { pass } from './recorded-run.ts'
import { startStandIn } from './stand-in.ts'
import { unpaced } from './unpaced.ts'

const harness = await startHarness([pass])
afterAll(() => harness.stop())

const yearly = { cron: '0 0 1 1 *', tz: 'Europe/Paris' }
const scheduled = (params: Record<string, unknown> = yearly) =>
  graph([node('tick', 'trigger.schedule', params), node('p', 'pass')], [edge('tick', 'p')])
const onEvent = (eventType: string) =>
  graph([node('event', 'trigger.event', { eventType }), node('p', 'pass')], [edge('event', 'p')])
const activate = (caller: Caller, id: string, change: Record<string, unknown> = { active: true }) =>
  caller.call('PATCH', `/api/workflows/${id}`, change)
const toSchedules = (id: string) =>
  harness.db.selectFrom('schedules').selectAll().where('workflow_id', '=', id).execute()
const toRuns = (id: string) =>
  harness.db.selectFrom('runs').selectAll().where('workflow_id', '=', id).execute()
const makeDue = (id: string, ago = '1 hour') =>
  sql`update schedules set next_at = now() - ${ago}::interval where workflow_id = ${id}`.execute(
    harness.db,
  )

const firing = () => ({
  db: harness.db,
  turns: () => unpaced,
  now: () => new Date(),
  newId,
  planOf: async () => ({ plan: 'free' as const, limits: {} }),
})

describe('schedules', () => {
  it('registers schedules on activation, replaces them on edits and removes them on deactivation or deletion', async () => {
    const caller = harness.caller()
    const id = await caller.create(scheduled())
    expect(await toSchedules(id)).toEqual([])
    expect((await activate(caller, id)).status).toBe(200)
    const [first] = await toSchedules(id)
    expect(first).toMatchObject({ key: `wf.${id}.tick`, ...yearly })
    await activate(caller, id, { name: 'renamed' })
    expect((await toSchedules(id))[0]?.next_at).toEqual(first?.next_at)
    await activate(caller, id, { graph: scheduled({ cron: '30 6 * * 1' }) })
    expect(await toSchedules(id)).toMatchObject([{ cron: '30 6 * * 1', tz: 'UTC' }])
    await activate(caller, id, { active: false })
    expect(await toSchedules(id)).toEqual([])
    await activate(caller, id)
    expect(await toSchedules(id)).toHaveLength(1)
    expect((await caller.call('DELETE', `/api/workflows/${id}`)).status).toBe(204)
    expect(await toSchedules(id)).toEqual([])
  })

  it('fires a missed tick once, seeds only its trigger, and keeps the next tick on time', async () => {
    const caller = harness.caller()
    const id = await caller.create(
      graph(
        [
          node('tick', 'trigger.schedule', yearly),
          node('hand', 'trigger.manual'),
          node('p', 'pass'),
        ],
        [edge('tick', 'p'), edge('hand', 'p')],
      ),
    )
    await activate(caller, id)
    const before = (await toSchedules(id))[0]?.next_at
    await makeDue(id, '3 years')
    const run = await eventually(async () => {
      const { body } = await caller.call<{ items: RunBody[] }>('GET', `/api/workflows/${id}/runs`)
      const [only] = body.items
      if (only === undefined || only.status === 'running') throw new Error('not yet')
      expect(body.items).toHaveLength(1)
      return (await caller.call<RunBody>('GET', `/api/workflows/${id}/runs/${only.id}`)).body
    })
    expect(run).toMatchObject({ trigger: 'schedule', status: 'completed' })
    expect(run.nodes.map((each) => each['skipReason'] ?? each['status'])).toEqual([
      'completed',
      'no_input',
      'completed',
    ])
    expect((await toSchedules(id))[0]?.next_at).toEqual(before)
  })

  it('says when the next schedule is due, so that a resting service looks in time', async () => {
    const caller = harness.caller()
    const id = await caller.create(scheduled())
    await activate(caller, id)
    await sql`update schedules set next_at = now() + interval '3 seconds' where workflow_id = ${id}`.execute(
      harness.db,
    )
    const next = await fireSchedules(firing(), new AbortController().signal)
    expect(next?.nextInMs).toBeGreaterThan(0)
    expect(next?.nextInMs).toBeLessThanOrEqual(3_000)
  })

  it('fires once, even if several replicas check at the same time', async () => {
    const caller = harness.caller()
    const ids = await Promise.all(Array.from({ length: 20 }, () => caller.create(scheduled())))
    for (const id of ids) await activate(caller, id)
    await sql`update schedules set next_at = now() where workflow_id = any(${ids}::text[])`.execute(
      harness.db,
    )
    const signal = new AbortController().signal
    await Promise.all([1, 2, 3].map(() => fireDueSchedules(firing(), signal)))
    // The harness service looks as well and may still hold claimed schedules.
    for (const id of ids) await eventually(async () => expect(await toRuns(id)).not.toHaveLength(0))
    for (const id of ids) expect(await toRuns(id)).toHaveLength(1)
  })

  it('skips a tick while the previous run is running, unless that run is older than the expiry', async () => {
    const caller = harness.caller()
    const id = await caller.create(scheduled())
    await activate(caller, id)
    const worker = await harness.db.selectFrom('workers').select('id').executeTakeFirstOrThrow()
    const previous = (age: string) =>
      sql`insert into runs (id, org_id, lane, workflow_id, owner_id, queue, priority, status, trigger, seeds, worker_id, started_at)
        values (${newId('run')}, ${caller.principal.orgId}, 'x', ${id}, 'usr_x', 'elsewhere', 1, 'running', 'schedule', '{}',
          'held', now() - ${age}::interval)`.execute(harness.db)
    await sql`insert into workers (id, slots, seen_at) values ('held', 1, now() + interval '1 hour')`.execute(
      harness.db,
    )
    await previous('10 seconds')
    await makeDue(id)
    await eventually(async () => expect((await toSchedules(id))[0]?.last_fired_at).not.toBeNull())
    expect(await toRuns(id)).toHaveLength(1)
    await sql`update runs set started_at = now() - interval '16 minutes' where workflow_id = ${id}`.execute(
      harness.db,
    )
    await makeDue(id)
    await eventually(async () => expect(await toRuns(id)).toHaveLength(2))
    expect(worker.id).toMatch(/^wrk_/)
  })

  it.each(['parked', 'queued'])(
    'skips a tick while the previous run waits (%s), even if it waits long',
    async (status) => {
      const caller = harness.caller()
      const id = await caller.create(scheduled())
      await activate(caller, id)
      await sql`insert into runs (id, org_id, lane, workflow_id, owner_id, queue, priority, status, trigger, seeds, continued, started_at)
      values (${newId('run')}, ${caller.principal.orgId}, 'x', ${id}, 'usr_x', 'elsewhere', 1, ${status}, 'schedule', '{}',
        true, now() - interval '40 days')`.execute(harness.db)
      await makeDue(id)
      await eventually(async () => expect((await toSchedules(id))[0]?.last_fired_at).not.toBeNull())
      expect(await toRuns(id)).toHaveLength(1)
      await sql`delete from runs where workflow_id = ${id}`.execute(harness.db)
      await makeDue(id)
      await eventually(async () => expect(await toRuns(id)).toHaveLength(1))
    },
  )

  it('creates missing schedules at boot and keeps those with other prefixes', async () => {
    const caller = harness.caller()
    const id = await caller.create(scheduled())
    await activate(caller, id)
    await harness.db.deleteFrom('schedules').where('workflow_id', '=', id).execute()
    const stale = await caller.create(scheduled())
    await sql`insert into schedules (key, workflow_id, node_id, cron, tz, next_at)
      values (${`wf.${stale}.tick`}, ${stale}, 'tick', '* * * * *', 'UTC', now() + interval '1 day')`.execute(
      harness.db,
    )
    await reconcileTriggers({ db: harness.db, now: () => new Date(), turns: () => unpaced })
    expect(await toSchedules(id)).toHaveLength(1)
    expect(await toSchedules(stale)).toEqual([])
    expect(await toSchedules('system.generate-invoices')).toMatchObject([
      { cron: '0 3 * * *', tz: 'UTC' },
    ])
    expect(await systemSchedulesHealthy({ db: harness.db, now: () => new Date() })).toBe(true)
    const owner = await harness.db
      .selectFrom('workflows')
      .select('owner_id')
      .where('id', '=', 'system.generate-invoices')
      .executeTakeFirst()
    expect(await harness.db.selectFrom('system_users').select('id').execute()).toEqual([
      { id: owner?.owner_id },
    ])
  })

  it('fires the other schedules if one can no longer be read', async () => {
    const caller = harness.caller()
    const [bad, good] = [await caller.create(scheduled()), await caller.create(scheduled())]
    for (const id of [bad, good]) await activate(caller, id)
    await sql`update schedules set cron = 'poison' where workflow_id = ${bad}`.execute(harness.db)
    await makeDue(bad)
    await makeDue(good)
    await eventually(async () => expect(await toRuns(good)).toHaveLength(1))
    await eventually(async () => expect(await toSchedules(bad)).toEqual([]))
  })
})

describe('a plan that limits the runs of a month', () => {
  it('refuses the Run button with 402, and fails a triggered run with the name of the plan', async () => {
    const caller = harness.caller()
    const { orgId } = caller.principal
    const invoicing = await startStandIn(harness.env, 'invoicing', [
      rpcHandler(PlanLimitsOf, async (asked) => ({
        plan: 'free' as const,
        limits: asked.orgId === orgId ? { runsPerMonth: 2 } : {},
      })),
    ])
    const id = await caller.create(scheduled())
    await activate(caller, id)
    await caller.runToEnd(id)
    await makeDue(id)
    const ended = (count: number) =>
      eventually(async () => {
        const runs = (await toRuns(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
        expect(runs.filter(({ finished_at }) => finished_at !== null)).toHaveLength(count)
        return runs.map(({ status, error }) => [status, error])
      })
    expect(await ended(2)).toEqual([
      ['completed', null],
      ['completed', null],
    ])
    const refused = await caller.call<{ code: string }>('POST', `/api/workflows/${id}/run`)
    expect([refused.status, refused.body.code]).toEqual([402, 'plan_limit'])
    expect(await toRuns(id)).toHaveLength(2)
    await makeDue(id)
    expect((await ended(3))[2]).toEqual([
      'failed',
      expect.stringContaining('free allows 2 runs a month'),
    ])
    expect(await callRpc(harness.bus, WorkflowPlanUsage, { orgId: orgId ?? '' })).toEqual({
      used: { activeWorkflows: 1, runsPerMonth: 2, storageBytes: 0 },
    })
    const other = harness.caller()
    const free = await other.create(scheduled())
    for (let at = 0; at < 3; at += 1) expect((await other.runToEnd(free)).status).toBe('completed')
    expect(
      await callRpc(harness.bus, WorkflowPlanUsage, { orgId: other.principal.orgId ?? '' }),
    ).toEqual({
      used: { activeWorkflows: 0, runsPerMonth: 3, storageBytes: 0 },
    })
    await invoicing.stop()
  })
})

describe('events', () => {
  const card = {
    taskId: 'task_1',
    kind: 'task' as const,
    title: 'Hello',
    status: 'todo' as const,
    tags: [],
    ownerId: 'usr_1',
  }
  // Emits a board event through the outbox and the bus.
  const happen = (orgId: string | null) =>
    inTransaction(harness.db, undefined, (tx: Transaction) => emit(tx, CardCreated, orgId, card))

  it('starts the active workflows of the org that listen for the event, with the payload as seed', async () => {
    const caller = harness.caller()
    const stranger = harness.caller()
    const [active, idle, other, foreign] = [
      await caller.create(onEvent('task.created')),
      await caller.create(onEvent('task.created')),
      await caller.create(onEvent('link.captured')),
      await stranger.create(onEvent('task.created')),
    ]
    for (const id of [active, other]) await activate(caller, id)
    await activate(stranger, foreign)
    const eventId = await happen(caller.principal.orgId)
    await eventually(async () =>
      expect(await toRuns(active)).toMatchObject([{ status: 'completed', trigger: 'event' }]),
    )
    const [run] = await toRuns(active)
    const { body } = await caller.call<RunBody>('GET', `/api/workflows/${active}/runs/${run?.id}`)
    expect(body.nodes[0]).toMatchObject({
      sample: { items: [{ externalId: eventId, json: card }], truncated: false },
    })
    for (const id of [idle, other, foreign]) expect(await toRuns(id)).toEqual([])
  })

  it('starts no run after the event trigger was removed from the graph', async () => {
    const caller = harness.caller()
    const id = await caller.create(onEvent('task.created'))
    await activate(caller, id)
    await activate(caller, id, { graph: onEvent('link.captured') })
    const witness = await caller.create(onEvent('task.created'))
    await activate(caller, witness)
    await happen(caller.principal.orgId)
    await eventually(async () => expect(await toRuns(witness)).toHaveLength(1))
    expect(await toRuns(id)).toEqual([])
  })
})
