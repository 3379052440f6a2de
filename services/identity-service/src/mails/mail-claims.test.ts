import { createDatabase, inTransaction, migrate } from '@atrium/database'
import {
  type ComposeMail,
  deleteSettledMails,
  MailError,
  mailSender,
  queueMails,
} from '@atrium/mailer'
import { createMetrics } from '@atrium/telemetry'
import { createTestDatabase, eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database.ts'
import { migrations } from '../migrations/index.ts'

const leaseSeconds = 1
const logger = pino({ level: 'silent' })
let handle: ReturnType<typeof createDatabase<Database>>
let drop: () => Promise<void>
let sent: string[]
beforeAll(async () => {
  const database = await createTestDatabase()
  handle = createDatabase<Database>({ url: database.url, schema: 'identity' })
  drop = database.drop
  await migrate(handle.db, 'identity', migrations)
})
afterAll(async () => {
  await handle.close()
  await drop()
})
beforeEach(async () => {
  sent = []
  await handle.db.deleteFrom('mail_queue').execute()
  await sql`insert into mail_queue (key, recipient, subject, text, expires_at)
    values ('invoice:1', 'ada@example.test', 'Invoice', 'Text', now() + interval '1 day')`.execute(
    handle.db,
  )
})

function runRound(
  name: string,
  compose?: ComposeMail,
  send = async (): Promise<void> => {},
): Promise<void> {
  const mailer = {
    async send() {
      await send()
      sent.push(name)
      return { outcome: 'sent' as const, reference: 'm_1' }
    },
  }
  const sender = mailSender(
    { db: handle.db, logger, bus: { metrics: createMetrics(name) } },
    mailer,
    compose,
    { leaseSeconds },
  )
  return Promise.resolve(sender.run(new AbortController().signal)).then(() => {})
}
const readMail = () =>
  handle.db
    .selectFrom('mail_queue')
    .select(['status', 'attempts', 'failure', sql<boolean>`next_attempt_at > now()`.as('waits')])
    .executeTakeFirstOrThrow()
const readClock = async (): Promise<number> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(handle.db)
  return rows[0]?.now.getTime() ?? 0
}

test('sends a mail once when composing it takes longer than the claim lasts', async () => {
  const composing = Promise.withResolvers<void>()
  const composed = Promise.withResolvers<object>()
  const slow = runRound('slow', async () => {
    composing.resolve()
    return composed.promise
  })
  await composing.promise
  const began = await readClock()
  // Another replica keeps looking until the first claim has been expired for a while.
  while ((await readClock()) < began + 3_000 * leaseSeconds) await runRound('other')
  composed.resolve({})
  await slow
  expect(sent).toEqual(['slow'])
  expect(await readMail()).toMatchObject({ status: 'sent', attempts: 1 })
})

test('does not send a mail when another replica has claimed it since', async () => {
  await runRound('suspended', async () => {
    await sql`update mail_queue set next_attempt_at = now()`.execute(handle.db)
    await runRound('other')
    return {}
  })
  expect(sent).toEqual(['other'])
  expect(await readMail()).toMatchObject({ status: 'sent', attempts: 2 })
})

test('leaves the claim of another replica alone when its own attempt fails', async () => {
  await runRound('first', async () => {
    await sql`update mail_queue set attempts = attempts + 1, next_attempt_at = now() + interval '1 hour'`.execute(
      handle.db,
    )
    throw new MailError('The provider is away', { retryable: true })
  })
  expect(sent).toEqual([])
  expect(await readMail()).toEqual({ status: 'queued', attempts: 2, failure: null, waits: true })
})

test('sends the mail of a crashed replica when its claim expires', async () => {
  await sql`update mail_queue set attempts = 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})`.execute(
    handle.db,
  )
  await eventually(async () => {
    await runRound('other')
    expect(sent).toEqual(['other'])
  })
  await deleteSettledMails(handle.db)
  expect(await readMail()).toMatchObject({ status: 'sent', attempts: 2 })
})

test('starts when a transaction that queued a mail commits, and tells when the next one is due', async () => {
  const sender = mailSender(
    { db: handle.db, logger, bus: { metrics: createMetrics('woken') } },
    {
      send: async () => ({ outcome: 'sent' as const, reference: 'm_1' }),
    },
  )
  let starts = 0
  const forget = sender.onWork?.(() => {
    starts += 1
  })
  const later = { recipient: 'ada@example.test', subject: 'Later', text: 'Text' }
  await inTransaction(handle.db, undefined, async (tx) => {
    await queueMails(tx, [{ key: 'later:1', ...later, usefulForSeconds: 60, delaySeconds: 30 }])
    expect(starts).toBe(0)
  })
  expect(starts).toBe(1)
  const round = () => sender.run(new AbortController().signal)
  const next = await round()
  expect(next?.nextInMs).toBeGreaterThan(1_000)
  expect(next?.nextInMs).toBeLessThanOrEqual(30_000)
  await handle.db.deleteFrom('mail_queue').execute()
  expect(await round()).toBeUndefined()
  forget?.()
})
