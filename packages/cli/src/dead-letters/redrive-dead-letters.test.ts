import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@atrium/contracts'
import { freePort, startNats } from '@atrium/dev-servers'
import { redriveOne } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { email, envelope, openService, type Service } from '../../test/service.ts'

let service: Service
afterEach(() => service.close())

const refuse = () => {
  throw new AppError({ kind: 'conflict', code: 'broken', message: 'This is broken' })
}
const summary = (sent: number, kept = 0) => [`${sent} redelivered, ${kept} kept`]

it('redelivers an event so that only the repaired consumer acts and the others skip it', async () => {
  service = await openService()
  let repaired = false
  await service.consume('repaired', () => repaired || refuse())
  await service.consume('other')
  await service.invite(1)
  await eventually(async () => expect(await service.effects('other')).toEqual([1]))
  await eventually(async () => expect(await service.deadLetters()).toHaveLength(1))
  expect(await service.effects('repaired')).toEqual([])
  const { out } = await service.atrium('dead-letters list')
  expect(out).toEqual([
    expect.stringMatching(/^board\t1\t.*\tboard-repaired\t.*test\.invited\t1\tThis is broken$/),
  ])
  expect(out.join()).not.toContain(email)

  repaired = true
  const redrive = 'dead-letters redrive --service board --id 1'
  expect(await service.atrium(redrive)).toEqual({ code: 0, out: summary(1), err: [] })
  await eventually(async () => expect(await service.effects('repaired')).toEqual([1]))
  expect(await service.deadLetters()).toEqual([])
  // Consumers work in order, so the second event's effect shows that the first was handled.
  await service.invite(2)
  await eventually(async () => expect(await service.effects('other')).toContain(2))
  await eventually(async () => expect(await service.effects('repaired')).toContain(2))
  expect([await service.effects('repaired'), await service.effects('other')]).toEqual([
    [1, 2],
    [1, 2],
  ])
  expect(await service.atrium(redrive)).toEqual({
    code: 1,
    out: summary(0),
    err: ['There is no dead letter 1 in board'],
  })
})

it('runs a dead-lettered job again', async () => {
  service = await openService()
  let repaired = false
  const done: number[] = []
  await service.work((n) => (repaired ? void done.push(n) : refuse()))
  await service.send(7)
  await eventually(async () => expect(await service.deadLetters()).toHaveLength(1))
  repaired = true
  expect(await service.atrium('dead-letters redrive --service board --all')).toMatchObject({
    code: 0,
  })
  await eventually(() => expect(done).toEqual([7]))
  await eventually(async () => expect(await service.published('JOBS')).toBe(0))
  expect(await service.deadLetters()).toEqual([])
})

it('does not redeliver a message again in one run if it is dead-lettered again meanwhile', async () => {
  service = await openService()
  let handled = 0
  await service.consume('failing', () => {
    handled += 1
    refuse()
  })
  for (let n = 1; n <= 201; n += 1)
    await service.addDeadLetter({ payload: envelope({ data: { n, email } }) })
  const run = await service.atrium('dead-letters redrive --service board-service --all')
  expect(run).toMatchObject({ code: 0, out: summary(201) })
  expect(await service.published()).toBe(201)
  await eventually(async () => expect(await service.deadLetters()).toHaveLength(201))
  const ids = (await service.deadLetters()).map(({ id }) => Number(id))
  expect(Math.min(...ids)).toBeGreaterThan(201)
  expect(handled).toBeGreaterThanOrEqual(201)
})

it('redelivers every message once if two runs are concurrent', async () => {
  service = await openService()
  for (let n = 0; n < 60; n += 1) await service.addDeadLetter()
  const runs = await Promise.all(
    [1, 2].map(() => service.atrium('dead-letters redrive --service board --all')),
  )
  expect(runs.map(({ code }) => code)).toEqual([0, 0])
  const sent = runs.map(({ out }) => Number(out[0]?.split(' ')[0]))
  expect(sent.reduce((sum, n) => sum + n)).toBe(60)
  expect(await service.published()).toBe(60)
})

it('keeps a row if its deletion cannot be committed and does not redeliver twice on the next run', async () => {
  service = await openService()
  await service.addDeadLetter()
  const before = await service.deadLetters()
  const redrive = 'dead-letters redrive --service board --all'
  await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''Disk full''; end'`.execute(
    service.db,
  )
  await sql`create constraint trigger fail after delete on dead_letters deferrable initially deferred
    for each row execute function fail()`.execute(service.db)
  expect(await service.atrium(redrive)).toEqual({
    code: 1,
    out: [],
    err: ['atrium: PostgreSQL reports: Disk full'],
  })
  expect(await service.published()).toBe(1)
  expect(await service.deadLetters()).toEqual(before)
  await sql`drop trigger fail on dead_letters`.execute(service.db)
  expect(await service.atrium(redrive)).toEqual({ code: 0, out: summary(1), err: [] })
  expect(await service.published()).toBe(1)
  expect(await service.deadLetters()).toEqual([])
})

it('keeps every row and reports it if NATS is down', async () => {
  service = await openService()
  await service.addDeadLetter()
  const redrive = 'dead-letters redrive --service board --all'
  const before = await service.deadLetters()
  const away = await service.atrium(redrive, { NATS_URL: `nats://127.0.0.1:${await freePort()}` })
  expect(away).toEqual({ code: 1, out: [], err: ['atrium: NATS does not respond'] })
  expect(await service.deadLetters()).toEqual(before)
})

it('stops at the first unacknowledged message and keeps it and the rest', async () => {
  const storeDir = await mkdtemp(join(tmpdir(), 'atrium-redrive-'))
  const nats = await startNats({ storeDir, port: await freePort() })
  try {
    service = await openService('board', nats.url)
    for (let n = 0; n < 3; n += 1) await service.addDeadLetter()
    const before = await service.deadLetters()
    await service.bus.jsm.streams.delete(service.bus.stream('EVENTS'))
    expect(await service.atrium('dead-letters redrive --service board --all')).toEqual({
      code: 1,
      out: summary(0, 1),
      err: [
        '1: JetStream did not acknowledge it',
        'Stopped here and kept the remaining dead letters',
      ],
    })
    expect(await service.deadLetters()).toEqual(before)
    await nats.stop()
    const redriven = await redriveOne(service.platform, service.bus, {
      service: 'board',
      id: '1',
      stale: false,
    })
    expect(redriven).toMatchObject({ outcome: 'kept', canContinue: false })
    expect(await service.deadLetters()).toEqual(before)
  } finally {
    await nats.stop()
    await rm(storeDir, { recursive: true, force: true })
  }
})

it('keeps a message with the reason if it cannot be published and continues with the next', async () => {
  service = await openService()
  await service.addDeadLetter({ subject: 'events.org_1.test.invited' })
  await service.addDeadLetter({
    subject: service.bus.subject('events.not valid'),
    consumer: 'outbox',
  })
  await service.addDeadLetter({ payload: 'x'.repeat(1_048_576), consumer: 'outbox' })
  const { config } = await service.bus.jsm.streams.info(service.bus.stream('EVENTS'))
  await service.bus.jsm.streams.update(config.name, { ...config, max_msg_size: 10_000 })
  await service.addDeadLetter({ payload: envelope({ data: 'x'.repeat(20_000) }) })
  await service.addDeadLetter()
  const { code, out, err } = await service.atrium('dead-letters redrive --service board --all')
  expect({ code, out }).toEqual({ code: 1, out: summary(1, 4) })
  expect(err).toEqual([
    '1: its subject is outside this NATS_NAMESPACE',
    '2: its subject is not valid',
    '3: it exceeds the maximum message size of the server',
    expect.stringMatching(/^4: JetStream refuses it: .*size/),
  ])
  expect((await service.deadLetters()).map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
})

it('redelivers an event older than the inbox retention only if --stale is given, but always a job', async () => {
  service = await openService()
  const payload = envelope({
    occurredAt: new Date(Date.now() - 7 * 86_400_000 - 60_000).toISOString(),
  })
  await service.addDeadLetter({ payload })
  await service.addDeadLetter({ payload, subject: service.bus.subject('jobs.test-send.normal') })
  await service.addDeadLetter({ payload, consumer: 'outbox' })
  const redrive = 'dead-letters redrive --service board --all'
  const first = await service.atrium(redrive)
  expect(first).toMatchObject({ code: 1, out: summary(2, 1) })
  expect(first.err).toEqual([expect.stringMatching(/^1: it happened more than 7 days ago/)])
  expect(await service.atrium(`${redrive} --stale`)).toEqual({ code: 0, out: summary(1), err: [] })
  expect(await service.deadLetters()).toEqual([])
})
