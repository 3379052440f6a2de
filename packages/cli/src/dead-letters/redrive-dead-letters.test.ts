import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@atrium/contracts'
import { freePort, startNats } from '@atrium/dev-servers'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { email, envelope, openService, type Service } from '../../test/service.ts'
import { redriveOne } from './redrive-one.ts'

let service: Service
afterEach(() => service.close())

const refuse = () => {
  throw new AppError({ kind: 'conflict', code: 'broken', message: 'This is broken' })
}
const sentAgain = (sent: number, kept = 0) => [`${sent} sent again, ${kept} kept`]

it('an event that its mended consumer gets again has its effect once, and no other consumer has it twice', async () => {
  service = await openService()
  let mended = false
  await service.consume('mended', () => mended || refuse())
  await service.consume('other')
  await service.invite(1)
  await eventually(async () => expect(await service.effects('other')).toEqual([1]))
  await eventually(async () => expect(await service.deadLetters()).toHaveLength(1))
  expect(await service.effects('mended')).toEqual([])
  const { out } = await service.atrium('dead-letters list')
  expect(out).toEqual([
    expect.stringMatching(/^board\t1\t.*\tboard-mended\t.*test\.invited\t1\tThis is broken$/),
  ])
  expect(out.join()).not.toContain(email)

  mended = true
  const redrive = 'dead-letters redrive --service board --id 1'
  expect(await service.atrium(redrive)).toEqual({ code: 0, out: sentAgain(1), err: [] })
  await eventually(async () => expect(await service.effects('mended')).toEqual([1]))
  expect(await service.deadLetters()).toEqual([])
  // Once the next event is through, the one before it has been looked at by everybody.
  await service.invite(2)
  await eventually(async () => expect(await service.effects('other')).toContain(2))
  await eventually(async () => expect(await service.effects('mended')).toContain(2))
  expect([await service.effects('mended'), await service.effects('other')]).toEqual([
    [1, 2],
    [1, 2],
  ])
  expect(await service.atrium(redrive)).toEqual({
    code: 1,
    out: sentAgain(0),
    err: ['Nothing is set aside as 1 in board'],
  })
})

it('a job that failed for good is worked on again', async () => {
  service = await openService()
  let mended = false
  const done: number[] = []
  await service.work((n) => (mended ? void done.push(n) : refuse()))
  await service.send(7)
  await eventually(async () => expect(await service.deadLetters()).toHaveLength(1))
  mended = true
  expect(await service.atrium('dead-letters redrive --service board --all')).toMatchObject({ code: 0 })
  await eventually(() => expect(done).toEqual([7]))
  await eventually(async () => expect(await service.published('JOBS')).toBe(0))
  expect(await service.deadLetters()).toEqual([])
})

it('what is set aside again during a run is not sent a second time by it', async () => {
  service = await openService()
  let handled = 0
  await service.consume('failing', () => {
    handled += 1
    refuse()
  })
  for (let n = 1; n <= 201; n += 1) await service.setAside({ payload: envelope({ data: { n, email } }) })
  const run = await service.atrium('dead-letters redrive --service board-service --all')
  expect(run).toMatchObject({ code: 0, out: sentAgain(201) })
  expect(await service.published()).toBe(201)
  await eventually(async () => expect(await service.deadLetters()).toHaveLength(201))
  const ids = (await service.deadLetters()).map(({ id }) => Number(id))
  expect(Math.min(...ids)).toBeGreaterThan(201)
  expect(handled).toBeGreaterThanOrEqual(201)
})

it('two runs at once send every message once', async () => {
  service = await openService()
  for (let n = 0; n < 60; n += 1) await service.setAside()
  const runs = await Promise.all(
    [1, 2].map(() => service.atrium('dead-letters redrive --service board --all')),
  )
  expect(runs.map(({ code }) => code)).toEqual([0, 0])
  const sent = runs.map(({ out }) => Number(out[0]?.split(' ')[0]))
  expect(sent.reduce((sum, n) => sum + n)).toBe(60)
  expect(await service.published()).toBe(60)
})

it('a row whose deletion could not be committed stays, and the next attempt does not double its message', async () => {
  service = await openService()
  await service.setAside()
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
    err: ['atrium: PostgreSQL refuses: Disk full'],
  })
  expect(await service.published()).toBe(1)
  expect(await service.deadLetters()).toEqual(before)
  await sql`drop trigger fail on dead_letters`.execute(service.db)
  expect(await service.atrium(redrive)).toEqual({ code: 0, out: sentAgain(1), err: [] })
  expect(await service.published()).toBe(1)
  expect(await service.deadLetters()).toEqual([])
})

it('without NATS every row stays, and the run says so', async () => {
  service = await openService()
  await service.setAside()
  const redrive = 'dead-letters redrive --service board --all'
  const before = await service.deadLetters()
  const away = await service.atrium(redrive, { NATS_URL: `nats://127.0.0.1:${await freePort()}` })
  expect(away).toEqual({ code: 1, out: [], err: ['atrium: NATS does not answer'] })
  expect(await service.deadLetters()).toEqual(before)
})

it('a run ends at the first message that JetStream does not acknowledge, and keeps it and the rest', async () => {
  const storeDir = await mkdtemp(join(tmpdir(), 'atrium-redrive-'))
  const nats = await startNats({ storeDir, port: await freePort() })
  try {
    service = await openService('board', nats.url)
    for (let n = 0; n < 3; n += 1) await service.setAside()
    const before = await service.deadLetters()
    await service.bus.jsm.streams.delete(service.bus.stream('EVENTS'))
    expect(await service.atrium('dead-letters redrive --service board --all')).toEqual({
      code: 1,
      out: sentAgain(0, 1),
      err: ['1: JetStream did not acknowledge it', 'Ended here; what is left is kept'],
    })
    expect(await service.deadLetters()).toEqual(before)
    await nats.stop()
    const redriven = await redriveOne(service.platform, service.bus, {
      service: 'board',
      id: '1',
      stale: false,
    })
    expect(redriven).toMatchObject({ outcome: 'kept', othersMayGo: false })
    expect(await service.deadLetters()).toEqual(before)
  } finally {
    await nats.stop()
    await rm(storeDir, { recursive: true, force: true })
  }
})

it('what cannot be published here is kept with the reason and holds up nothing behind it', async () => {
  service = await openService()
  await service.setAside({ subject: 'events.org_1.test.invited' })
  await service.setAside({ subject: service.bus.subject('events.not valid'), consumer: 'outbox' })
  await service.setAside({ payload: 'x'.repeat(1_048_576), consumer: 'outbox' })
  const { config } = await service.bus.jsm.streams.info(service.bus.stream('EVENTS'))
  await service.bus.jsm.streams.update(config.name, { ...config, max_msg_size: 10_000 })
  await service.setAside({ payload: envelope({ data: 'x'.repeat(20_000) }) })
  await service.setAside()
  const { code, out, err } = await service.atrium('dead-letters redrive --service board --all')
  expect({ code, out }).toEqual({ code: 1, out: sentAgain(1, 4) })
  expect(err).toEqual([
    '1: its subject is not of this NATS_NAMESPACE',
    '2: its subject is not valid',
    '3: it is larger than the server takes',
    expect.stringMatching(/^4: JetStream refuses it: .*size/),
  ])
  expect((await service.deadLetters()).map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
})

it('an event that inboxes may have forgotten is sent only when that is asked for; a job always', async () => {
  service = await openService()
  const payload = envelope({ occurredAt: new Date(Date.now() - 7 * 86_400_000 - 60_000).toISOString() })
  await service.setAside({ payload })
  await service.setAside({ payload, subject: service.bus.subject('jobs.test-send.normal') })
  await service.setAside({ payload, consumer: 'outbox' })
  const redrive = 'dead-letters redrive --service board --all'
  const first = await service.atrium(redrive)
  expect(first).toMatchObject({ code: 1, out: sentAgain(2, 1) })
  expect(first.err).toEqual([expect.stringMatching(/^1: it happened more than 7 days ago/)])
  expect(await service.atrium(`${redrive} --stale`)).toEqual({ code: 0, out: sentAgain(1), err: [] })
  expect(await service.deadLetters()).toEqual([])
})
