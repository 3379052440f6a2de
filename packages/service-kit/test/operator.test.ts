import { serviceDeadLetters, serviceFacts, serviceRedrive } from '@atrium/contracts'
import { callRpc, eventConsumer } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { NoteWritten, type ProbeTables, probeService } from './probe-service.ts'
import { useProbe } from './use-probe.ts'

const probe = useProbe()
const secret = 'private.person@example.org'
const envelope = (id: string, type = 'probe.written') =>
  JSON.stringify({
    id,
    type,
    orgId: 'org_1',
    occurredAt: '2020-01-01T00:00:00.000Z',
    data: { text: secret },
  })
const insert = (consumer: string, subject: string, payload: string) =>
  probe.query<{ id: string }>(
    `insert into probe.dead_letters (consumer, subject, message_id, payload, reason, deliveries)
     values ('${consumer}', '${subject}', 'evt_1', '${payload}', 'It was broken', 5) returning id::text as id`,
  )

test("shows waiting work to an operator and lets only the dead letter's consumer handle it, once", async () => {
  let broken = true
  const consumer = (name: string) =>
    eventConsumer<ProbeTables, typeof NoteWritten.schema>(
      name,
      NoteWritten,
      async (tx, { data }) => {
        await tx.insertInto('notes').values({ text: data.text, source: name }).execute()
        if (broken) throw new Error('It is still broken')
      },
    )
  await probe.start(probeService({ parts: { consumers: [consumer('copy'), consumer('other')] } }))
  const bus = await probe.anotherBus()
  expect(await callRpc(bus, serviceFacts.board, {})).toEqual({
    dormant: [],
    deadLetters: 0,
    outbox: { depth: 0, oldestSeconds: 0 },
  })
  const [row] = await insert(
    'board-copy',
    bus.subject('events.org_1.probe.written'),
    envelope('evt_1'),
  )
  const id = row?.id ?? ''
  const list = await callRpc(bus, serviceDeadLetters.board, { limit: 1 })
  expect(list).toMatchObject({
    items: [{ id, reason: 'It was broken', deliveries: 5 }],
    hasMore: false,
  })
  expect(JSON.stringify(list)).not.toContain(secret)
  expect(await callRpc(bus, serviceDeadLetters.board, { limit: 1, before: id })).toEqual({
    items: [],
    hasMore: false,
  })

  const redrive = () => callRpc(bus, serviceRedrive.board, { id })
  expect(await redrive()).toEqual({ outcome: 'kept', reason: 'It is still broken' })
  expect(await probe.query('select 1 from probe.notes')).toEqual([])
  expect((await callRpc(bus, serviceFacts.board, {})).deadLetters).toBe(1)
  broken = false
  const both = await Promise.allSettled([redrive(), redrive()])
  expect(both.map((one) => one.status === 'fulfilled' && one.value.outcome)).toContain('handled')
  expect(await probe.query('select source from probe.notes')).toEqual([{ source: 'copy' }])
  expect((await callRpc(bus, serviceFacts.board, {})).deadLetters).toBe(0)
  await expect(redrive()).rejects.toMatchObject({ code: 'not_found' })
})

test('keeps a dead letter if its event is unreadable, and sends a job to its queue again', async () => {
  await probe.start(probeService({ jobs: true }))
  const bus = await probe.anotherBus()
  const [broken] = await insert('board-copy', bus.subject('events.org_1.probe.written'), '{}')
  expect(await callRpc(bus, serviceRedrive.board, { id: broken?.id ?? '' })).toEqual({
    outcome: 'kept',
    reason: 'it is not a valid event',
  })
  const [job] = await insert(
    'probe-copy',
    bus.subject('jobs.probe-copy'),
    envelope('job_1', 'probe-copy'),
  )
  expect(await callRpc(bus, serviceRedrive.board, { id: job?.id ?? '' })).toEqual({
    outcome: 'sent',
    reason: null,
  })
  await eventually(async () =>
    expect(await probe.query('select source from probe.notes')).toEqual([{ source: 'job' }]),
  )
})
