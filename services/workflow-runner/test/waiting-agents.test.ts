import { inTransaction } from '@atrium/database'
import { type RawBuilder, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { getAgentRunRow } from '../src/agent-runs/agent-runs.db.ts'
import { claimQueued, returnClaim } from '../src/agent-runs/leases.db.ts'
import { cancelUnwanted } from '../src/agent-runs/sweep-agent-runs.ts'
import { createWaitingAgents } from '../src/agent-runs/waiting-agents.ts'
import { agent, agentRunWorld } from './agent-run-world.ts'
import { startHarness } from './harness.ts'

const harness = await startHarness()
const logger = pino({ level: 'silent' })
const { person } = agentRunWorld(harness)
afterAll(() => harness.stop())

const wanted = { kinds: ['implement' as const], workspaces: [], waitSeconds: 30 }

it('wakes an agent by the event of a queued run, without polling the queue', async () => {
  const { me, create } = person()
  const { orgId, userId } = me.principal
  // These agents never poll, because nothing calls `lookForAll`.
  const agents = createWaitingAgents({ ...harness, logger })
  const waiting = agents.claim(
    { orgId: orgId ?? '', userId },
    { id: 'agt_1', ...agent },
    wanted,
    new AbortController().signal,
  )
  await harness.bus.nc.flush()
  const made = await create()
  expect((await waiting)?.row.id).toBe(made.id)
  agents.stop()
})

it("limits a user's waiting agents without affecting other users", async () => {
  const few = createWaitingAgents({ ...harness, logger }, { all: 3, ofPerson: 2 })
  const gone = new AbortController()
  const wait = (userId: string) =>
    few.claim({ orgId: 'org_waits', userId }, { id: 'agt_1', ...agent }, wanted, gone.signal)
  const waits = [wait('usr_a'), wait('usr_a')]
  await expect(wait('usr_a')).rejects.toMatchObject({ code: 'rate_limited' })
  waits.push(wait('usr_b'))
  await expect(wait('usr_c')).rejects.toMatchObject({ code: 'unavailable' })
  gone.abort()
  expect(await Promise.all(waits)).toEqual([undefined, undefined, undefined])
  expect(few.size()).toBe(0)
  few.stop()
})

it('ends a claim after its wait time if the database does not respond', async () => {
  const { create, claim } = person()
  await create()
  const unlock = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const locking = harness.db.transaction().execute(async (tx) => {
    await sql`lock table agent_runs in access exclusive mode`.execute(tx)
    locked.resolve()
    await unlock.promise
  })
  await locked.promise
  expect((await claim()).status).toBe(204)
  unlock.resolve()
  await locking
  expect((await claim()).status).toBe(200)
})

it('puts a returned claim back in its queue position, and ends the run if it was cancelled meanwhile', async () => {
  const { me, create, claim, get } = person()
  const run = await create()
  const { orgId, userId } = me.principal
  const owner = { orgId: orgId ?? '', userId }
  const take = (leaseHash: string) =>
    inTransaction(harness.db, undefined, (tx) =>
      claimQueued(tx, owner, run.id, { agent: { id: 'agt_1', ...agent }, leaseHash }),
    )
  const giveBack = (leaseHash: string) =>
    inTransaction(harness.db, undefined, async (tx) =>
      returnClaim(tx, await getAgentRunRow(harness.db, owner, run.id), leaseHash),
    )
  await take('one')
  expect(await giveBack('other')).toBeUndefined()
  expect(await giveBack('one')).toMatchObject({ status: 'queued', agent: null, finished_at: null })
  await take('two')
  await me.call('POST', `/api/agent-runs/${run.id}/cancel`)
  await giveBack('two')
  expect(await get(run.id)).toMatchObject({ status: 'cancelled', finishedAt: expect.any(String) })
  expect((await claim()).status).toBe(204)
})

it('cancels a run that no agent takes for 30 days', async () => {
  const { create, get } = person()
  const [old, young] = [await create(), await create()]
  await sql`update agent_runs set queued_at = queued_at - case id when ${old.id} then interval '31 days'
    else interval '29 days' end where id in (${old.id}, ${young.id})`.execute(harness.db)
  await cancelUnwanted({ db: harness.db, logger })
  expect(await get(old.id)).toMatchObject({ status: 'cancelled', finishedAt: expect.any(String) })
  expect((await get(young.id)).status).toBe('queued')
})

it('reads open runs through indexes, even if many runs have ended', async () => {
  await sql`insert into agent_runs (id, org_id, owner_id, kind, status, prompt, workflow_run_id, finished_at)
    select 'arun_many_' || n, 'org_many', 'usr_many', 'implement', 'succeeded', 'x', 'run_many_' || n, now()
    from generate_series(1, 5000) n`.execute(harness.db)
  await sql`analyze agent_runs`.execute(harness.db)
  const readPlan = async (where: RawBuilder<unknown>) => {
    const { rows } =
      await sql`explain select id from agent_runs where finished_at is null and ${where}`.execute(
        harness.db,
      )
    return JSON.stringify(rows)
  }
  expect(await readPlan(sql`org_id = 'org_many' and owner_id = 'usr_many'`)).toContain(
    'agent_runs_open',
  )
  expect(await readPlan(sql`workflow_run_id is not null`)).toContain('agent_runs_open')
})
