import { type ItemFile, newId } from '@atrium/contracts'
import { createDatabase, inTransaction, migrate } from '@atrium/database'
import { type Mail, mailSender } from '@atrium/mailer'
import { createMetrics } from '@atrium/telemetry'
import { createTestDatabase, eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WorkflowDatabase } from '../src/database.ts'
import type { ItemFiles } from '../src/files/item-files.ts'
import { attachFiles } from '../src/mails/attach-files.ts'
import { queueOrgMail } from '../src/mails/mails.db.ts'
import { migrations } from '../src/migrations/index.ts'

const leaseSeconds = 1
const orgId = newId('org')
let handle: ReturnType<typeof createDatabase<WorkflowDatabase>>
let drop: () => Promise<void>
let sent: string[]
let opened: string[]
let mayOpen: PromiseWithResolvers<void>
let maySend: PromiseWithResolvers<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  handle = createDatabase<WorkflowDatabase>({ url: database.url, schema: 'workflow' })
  drop = database.drop
  await migrate(handle.db, 'workflow', migrations)
})
afterAll(async () => {
  await handle.close()
  await drop()
})
beforeEach(async () => {
  ;[sent, opened] = [[], []]
  mayOpen = Promise.withResolvers()
  maySend = Promise.withResolvers()
  await handle.db.deleteFrom('mail_files').execute()
  await handle.db.deleteFrom('mail_queue').execute()
})

const files: Pick<ItemFiles, 'open'> = {
  async open(_orgId, fileId) {
    opened.push(fileId)
    await mayOpen.promise
    const bytes = Buffer.from(fileId)
    const file: ItemFile = {
      fileId,
      name: 'a.txt',
      contentType: 'text/plain',
      bytes: bytes.byteLength,
    }
    const blob = { buffer: async () => bytes } as Awaited<ReturnType<ItemFiles['open']>>['blob']
    return { file, blob }
  },
}
const queue = (key: string) =>
  inTransaction(handle.db, undefined, (tx) =>
    queueOrgMail(tx, {
      key,
      orgId,
      recipient: 'ada@a.test',
      subject: 'Files',
      text: 'Here',
      usefulForSeconds: 86_400,
      files: [{ fileId: `file ${key}`, name: 'a.txt', contentType: 'text/plain', bytes: 6 }],
    }),
  )
/** Starts a replica. Each call of the returned function does one round. */
function startReplica(name: string) {
  const mailer = {
    async send({ attachments = [] }: Mail) {
      await maySend.promise
      sent.push(`${name} ${attachments.map(({ content }) => Buffer.from(content, 'base64'))}`)
      return { outcome: 'sent' as const, reference: 'm_1' }
    },
  }
  const bus = { metrics: createMetrics(name) }
  const deps = { db: handle.db, logger: pino({ level: 'silent' }), bus }
  const sender = mailSender(deps, mailer, attachFiles(handle.db, files), { leaseSeconds })
  return async () => void (await sender.run(new AbortController().signal))
}
const readClock = async (): Promise<number> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(handle.db)
  return rows[0]?.now.getTime() ?? 0
}

test('sends each mail once when its files wait for a turn longer than the claim lasts', async () => {
  for (const key of ['1', '2', '3']) await queue(key)
  const first = startReplica('first')()
  await eventually(() => expect(opened).toHaveLength(2))
  const began = await readClock()
  const other = startReplica('other')
  maySend.resolve()
  // Another replica looks until long after the first claims would have expired.
  while ((await readClock()) < began + 3_000 * leaseSeconds) await Promise.race([other(), first])
  // The third mail waits for a turn in its own replica.
  expect(opened).toHaveLength(2)
  mayOpen.resolve()
  await first
  expect(sent.toSorted()).toEqual(['first file 1', 'first file 2', 'first file 3'])
})

test('reads the files of the next mail only when one of two mails was sent', async () => {
  for (const key of ['1', '2', '3']) await queue(key)
  mayOpen.resolve()
  const round = startReplica('first')()
  await eventually(() => expect(opened).toHaveLength(2))
  maySend.resolve()
  await round
  expect(opened).toHaveLength(3)
  expect(sent).toHaveLength(3)
})

test('releases the turn when the claim was lost or a file cannot be read', async () => {
  const run = startReplica('first')
  maySend.resolve()
  for (const key of ['1', '2', '3', '4']) {
    await queue(key)
    mayOpen = Promise.withResolvers()
    const round = run()
    await eventually(() => expect(opened).toContain(`file ${key}`))
    if (key < '3') {
      // Another replica claims and settles the mail.
      await sql`update mail_queue set attempts = attempts + 1, status = 'sent' where key = ${key}`.execute(
        handle.db,
      )
      mayOpen.resolve()
    } else mayOpen.reject(new Error('The store is away'))
    await round
  }
  expect(sent).toEqual([])
  await queue('5')
  mayOpen = Promise.withResolvers()
  mayOpen.resolve()
  await run()
  expect(sent).toEqual(['first file 5'])
})
