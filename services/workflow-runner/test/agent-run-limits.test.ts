import { type AgentRun, newId, OrgMemberJoined, OrgMemberLeft } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import type { AppEnv } from '@atrium/http'
import { eventually } from '@atrium/testkit'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { agentRunPort } from '../src/agent-runs/agent-run-port.ts'
import { hasLeft } from '../src/agent-runs/members.db.ts'
import { transcriptReader } from '../src/agent-runs/read-transcript.ts'
import { cancelUnwanted, endUnheeded } from '../src/agent-runs/sweep-agent-runs.ts'
import { createAgentRunWatching } from '../src/agent-runs/watch-agent-run.ts'
import { agentRunWorld, line, lines, toMessages } from './agent-run-world.ts'
import { startHarness } from './harness.ts'

const quotas = { AGENT_TRANSCRIPT_BYTES_OF_ORG: '5000', AGENT_TRANSCRIPT_BYTES_OF_PERSON: '3000' }
const harness = await startHarness([], quotas)
const { person, agoBy } = agentRunWorld(harness)
const logger = pino({ level: 'silent' })
afterAll(() => harness.stop())

const thousand = (from: number) => ({ from, entries: [line('x'.repeat(900))] })

it("limits a user's and an organisation's transcripts and lets the run continue", async () => {
  const one = person()
  const claimed = await one.started()
  const add = (from: number) => one.held('transcript', claimed, thousand(from))
  expect((await add(0)).body.next).toBe(1)
  expect((await add(1)).body.next).toBe(2)
  expect((await add(2)).body.next).toBe(3)
  expect(await add(3)).toMatchObject({ status: 409, body: { code: 'transcript_quota' } })
  // A repeated call adds no bytes.
  expect((await add(2)).body.next).toBe(3)
  const colleague = person({ orgId: one.me.principal.orgId })
  const theirs = await colleague.started()
  const addTheirs = (from: number) => colleague.held('transcript', theirs, thousand(from))
  expect((await addTheirs(0)).body.next).toBe(1)
  expect((await addTheirs(1)).body.next).toBe(2)
  expect(await addTheirs(2)).toMatchObject({
    status: 409,
    body: { code: 'transcript_quota', detail: expect.stringContaining('organisation') },
  })
  // The run starts even if its first entry is refused.
  const full = await one.started()
  expect((await one.held('transcript', full, thousand(0))).body.code).toBe('transcript_quota')
  expect(await one.get(full.run.id)).toMatchObject({
    status: 'running',
    startedAt: expect.any(String),
  })
  // Each run names the limit on its transcript. A run without a refusal names none.
  expect((await one.get(claimed.run.id)).transcriptCut).toBe('person')
  expect((await one.get(full.run.id)).transcriptCut).toBe('person')
  expect((await colleague.get(theirs.run.id)).transcriptCut).toBe('organisation')
  const page = await fetch(`${harness.service.internalUrl}/metrics`).then((answer) => answer.text())
  const refusals = (limit: string) =>
    new RegExp(
      `^atrium_agent_transcript_refusals_total\\{.*limit="${limit}".*\\} (\\d+)$`,
      'm',
    ).exec(page)?.[1]
  expect([refusals('person'), refusals('organisation')]).toEqual(['2', '1'])
  const stranger = person()
  const free = await stranger.started()
  expect(free.run.transcriptCut).toBeNull()
  expect((await stranger.held('transcript', free, thousand(0))).body.next).toBe(1)
  expect((await one.held('heartbeat', claimed)).status).toBe(200)
  expect((await one.held('finish', claimed, { status: 'succeeded' })).body.status).toBe('succeeded')
})

it('counts the transcripts of earlier attempts towards the limit', async () => {
  const one = person()
  const first = await one.started()
  for (const from of [0, 1]) await one.held('transcript', first, thousand(from))
  await agoBy(first.run.id, 60 + 121)
  await eventually(async () => expect((await one.get(first.run.id)).status).toBe('lost'))
  await one.me.call('POST', `/api/agent-runs/${first.run.id}/requeue`)
  const second = (await one.claim()).body
  expect((await one.held('transcript', second, thousand(0))).body.next).toBe(1)
  expect((await one.held('transcript', second, thousand(1))).body.code).toBe('transcript_quota')
  // The next attempt begins with an uncut transcript.
  expect((await one.get(first.run.id)).transcriptCut).toBe('person')
  await agoBy(first.run.id, 60 + 121)
  await eventually(async () => expect((await one.get(first.run.id)).status).toBe('lost'))
  const again = await one.me.call<AgentRun>('POST', `/api/agent-runs/${first.run.id}/requeue`)
  expect(again.body.transcriptCut).toBeNull()
})

it('ends a run and its lease a minute after the cancel if its agent does not stop', async () => {
  const one = person()
  const [stubborn, young] = [await one.started(), await one.started()]
  for (const { run } of [stubborn, young])
    await one.me.call('POST', `/api/agent-runs/${run.id}/cancel`)
  await sql`update agent_runs set cancel_asked_at = cancel_asked_at - case id when ${stubborn.run.id}
    then interval '60 seconds' else interval '30 seconds' end`.execute(harness.db)
  expect((await one.held('heartbeat', young)).body.cancelRequested).toBe(true)
  await endUnheeded({ db: harness.db, logger })
  expect(await one.get(stubborn.run.id)).toMatchObject({
    status: 'cancelled',
    leaseExpiresAt: null,
    finishedAt: expect.any(String),
    error: expect.stringContaining('did not'),
  })
  for (const [verb, body] of [
    ['heartbeat', undefined],
    ['transcript', lines(0, 1)],
    ['finish', { status: 'succeeded' }],
  ] as const) {
    expect((await one.held(verb, stubborn, body)).body.code).toBe('lease_lost')
  }
  expect((await one.get(young.run.id)).status).toBe('claimed')
})

it('forces a cancel even if a replica of the previous release recorded no cancel time', async () => {
  const one = person()
  const { run } = await one.started()
  const askedAt = async () => {
    const { rows } = await sql<{ at: Date | null }>`
      select cancel_asked_at as at from agent_runs where id = ${run.id}`.execute(harness.db)
    return rows[0]?.at ?? null
  }
  await sql`update agent_runs set cancel_requested = true where id = ${run.id}`.execute(harness.db)
  await endUnheeded({ db: harness.db, logger })
  expect([await askedAt(), (await one.get(run.id)).status]).toEqual([expect.any(Date), 'claimed'])
  await sql`update agent_runs set cancel_asked_at = cancel_asked_at - interval '61 seconds'
    where id = ${run.id}`.execute(harness.db)
  await endUnheeded({ db: harness.db, logger })
  expect((await one.get(run.id)).status).toBe('cancelled')
})

it('does not restart the minute when a run is cancelled a second time', async () => {
  const one = person()
  const { run } = await one.started()
  const cancel = () => one.me.call('POST', `/api/agent-runs/${run.id}/cancel`)
  await cancel()
  await sql`update agent_runs set cancel_asked_at = cancel_asked_at - interval '61 seconds'
    where id = ${run.id}`.execute(harness.db)
  await cancel()
  await endUnheeded({ db: harness.db, logger })
  expect((await one.get(run.id)).status).toBe('cancelled')
})

it('cancels the runs of a member who left and keeps the runs of others and in other organisations', async () => {
  const one = person()
  const { orgId, userId } = one.me.principal
  const held = await one.started()
  const queued = await one.create()
  const colleague = person({ orgId })
  const elsewhere = person({ userId })
  const others = [await colleague.create(), await elsewhere.create()]
  const left = { orgId: orgId ?? '', userId }
  await inTransaction(harness.db, undefined, (tx) => emit(tx, OrgMemberLeft, left.orgId, left))
  await eventually(async () => {
    for (const id of [queued.id, held.run.id]) {
      expect(await one.get(id)).toMatchObject({
        status: 'cancelled',
        finishedAt: expect.any(String),
      })
    }
  })
  expect((await one.held('heartbeat', held)).body.code).toBe('lease_lost')
  expect((await colleague.get(others[0]?.id ?? '')).status).toBe('queued')
  expect((await elsewhere.get(others[1]?.id ?? '')).status).toBe('queued')
})

it('cancels only the runs from before the departure if the user has joined again, even when the event is late', async () => {
  const one = person()
  const { orgId, userId } = one.me.principal
  const left = { orgId: orgId ?? '', userId }
  const before: string[] = []
  for (let n = 0; n < 60; n += 1) before.push((await one.create()).id)
  await sql`update agent_runs set queued_at = queued_at - interval '1 hour'
    where owner_id = ${userId}`.execute(harness.db)
  const after = await one.create()
  await sql`insert into agent_run_members (org_id, user_id, away, since)
    values (${left.orgId}, ${userId}, false, clock_timestamp())`.execute(harness.db)
  await inTransaction(harness.db, undefined, async (tx) => {
    await emit(tx, OrgMemberLeft, left.orgId, left)
    await sql`update outbox set occurred_at = now() - interval '1 minute'
      where org_id = ${left.orgId} and type = ${OrgMemberLeft.type}`.execute(tx)
  })
  await eventually(async () => {
    for (const id of before) expect((await one.get(id)).status).toBe('cancelled')
  })
  expect((await one.get(after.id)).status).toBe('queued')
  expect(await hasLeft(harness.db, left)).toBe(false)
})

it('sweeps runs that were queued after their user left, unless a rejoin may still be in flight', async () => {
  const one = person()
  const colleague = person({ orgId: one.me.principal.orgId })
  const { orgId, userId } = one.me.principal
  const left = { orgId: orgId ?? '', userId }
  await inTransaction(harness.db, undefined, (tx) => emit(tx, OrgMemberLeft, left.orgId, left))
  await eventually(async () => expect(await hasLeft(harness.db, left)).toBe(true))
  const [late, young, theirs] = [await one.create(), await one.create(), await colleague.create()]
  await sql`update agent_runs set queued_at = queued_at - interval '6 minutes'
    where id = any(array[${late.id}, ${theirs.id}])`.execute(harness.db)
  await cancelUnwanted({ db: harness.db, logger })
  expect((await one.get(late.id)).status).toBe('cancelled')
  expect((await one.get(young.id)).status).toBe('queued')
  expect((await colleague.get(theirs.id)).status).toBe('queued')
})

it('queues nothing for a user who left until the user joins again', async () => {
  const one = person()
  const { orgId, userId, role } = one.me.principal
  const owner = { orgId: orgId ?? '', userId }
  const port = agentRunPort({ db: harness.db, now: () => new Date(), newId })
  const queue = (nodeId: string) =>
    port.queue(
      owner,
      { kind: 'implement', prompt: 'Build it' },
      { runId: 'run_1', nodeId, place: 0 },
    )
  await inTransaction(harness.db, undefined, (tx) => emit(tx, OrgMemberLeft, owner.orgId, owner))
  await eventually(async () => expect(await hasLeft(harness.db, owner)).toBe(true))
  await expect(queue('first')).rejects.toMatchObject({ code: 'forbidden' })
  const joined = { ...owner, name: 'Ada', email: 'ada@example.com', role: role ?? 'member' }
  await inTransaction(harness.db, undefined, (tx) => emit(tx, OrgMemberJoined, owner.orgId, joined))
  await eventually(async () => expect(await hasLeft(harness.db, owner)).toBe(false))
  await queue('second')
  const { rows } = await sql<{ workflow_node_id: string }>`
    select workflow_node_id from agent_runs where owner_id = ${userId}`.execute(harness.db)
  expect(rows).toEqual([{ workflow_node_id: 'second' }])
})

it('shortens a page of long runs and returns the limit that leads to the next page', async () => {
  const one = person()
  const made: string[] = []
  for (let n = 0; n < 30; n += 1)
    made.unshift((await one.create({ prompt: 'x'.repeat(100_000) })).id)
  const list = async (query: string) =>
    (
      await one.me.call<{ items: AgentRun[]; total: number; limit: number; offset: number }>(
        'GET',
        `/api/agent-runs?${query}`,
      )
    ).body
  const first = await list('limit=100')
  expect(first).toMatchObject({ total: 30, limit: 20, offset: 0 })
  const second = await list(`limit=100&offset=${first.offset + first.limit}`)
  expect(second).toMatchObject({ total: 30, limit: 100, offset: 20 })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made)
  expect(await list('limit=5')).toMatchObject({ total: 30, limit: 5 })
  expect(await list('limit=5&offset=40')).toMatchObject({ items: [], total: 30, limit: 5 })
})

it('streams the run when its status changes, not at each heartbeat', async () => {
  const one = person()
  const claimed = await one.started()
  const reading = one.me
    .open(`/api/agent-runs/${claimed.run.id}/events`)
    .then((answer) => answer.text())
  await one.held('transcript', claimed, lines(0, 1))
  for (let n = 1; n < 8; n += 1) {
    await one.held('heartbeat', claimed)
    await one.held('transcript', claimed, lines(n, 1))
  }
  await one.held('finish', claimed, { status: 'succeeded' })
  const messages = toMessages(await reading)
  const states = messages.flatMap(({ event, data }) => (event === 'run' ? [data.status] : []))
  expect(new Set(states).size).toBe(states.length)
  expect(states.at(-1)).toBe('succeeded')
  expect(messages.at(-1)?.data.prompt).toBe('Build it')
})

it('sends the end of a run after entries that arrive between two reads', async () => {
  const one = person()
  const claimed = await one.started()
  await one.held('transcript', claimed, lines(0, 1))
  const read = transcriptReader(harness, undefined)
  let reads = 0
  const watching = createAgentRunWatching(harness, async (...of) => {
    const entries = await read(...of)
    reads += 1
    if (reads === 1) {
      await one.held('transcript', claimed, lines(1, 2))
      await one.held('finish', claimed, { status: 'succeeded' })
    }
    return entries
  })
  const { orgId, userId } = one.me.principal
  const owner = { orgId: orgId ?? '', userId }
  const app = new Hono<AppEnv>().get('/', (c) => watching.watch(c, owner, claimed.run.id, 0))
  const messages = toMessages(await (await app.request('/')).text())
  expect(messages.map(({ event }) => event)).toEqual(['transcript', 'run'])
  expect(messages[0]?.data.next).toBe(3)
  expect(messages[1]?.data.status).toBe('succeeded')
})
