import { createDatabase, migrate } from '@atrium/database'
import { type Mail, mailSender } from '@atrium/mailer'
import { createTestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { BoardDatabase } from '../database.ts'
import { migrations } from './index.ts'

test('sends queued mails of the former table once, under their ids', async () => {
  const database = await createTestDatabase()
  const { db, close } = createDatabase<BoardDatabase>({ url: database.url, schema: 'board' })
  const former = Object.entries(migrations).filter(([name]) => name < '0010')
  await migrate(db, 'board', Object.fromEntries(former))
  await sql`insert into mail_queue (id, org_id, recipient, subject, body, reply_to, due_at, attempts) values
    ('evt_1', 'org_1', 'a@example.test', 'First', 'Body', 'b@example.test', now() - interval '1 hour', 3),
    ('evt_2', null, 'a@example.test', 'Later', 'Body', null, now() + interval '1 hour', 0)`.execute(
    db,
  )
  await migrate(db, 'board', migrations)

  const sent: Mail[] = []
  const mailer = {
    async send(mail: Mail) {
      sent.push(mail)
      return { outcome: 'sent' as const, reference: 'm_1' }
    },
  }
  const sender = mailSender({ db, logger: pino({ level: 'silent' }) }, mailer)
  await sender.run(new AbortController().signal)
  await sender.run(new AbortController().signal)
  expect(sent).toEqual([
    {
      to: 'a@example.test',
      subject: 'First',
      text: 'Body',
      replyTo: 'b@example.test',
      idempotencyKey: 'evt_1',
    },
  ])
  const rows = await db.selectFrom('mail_queue').selectAll().orderBy('key').execute()
  expect(rows).toMatchObject([
    { key: 'evt_1', org_id: 'org_1', status: 'sent', text: '', attempts: 4 },
    { key: 'evt_2', org_id: null, status: 'queued', text: 'Body', attempts: 0 },
  ])
  await close()
  await database.drop()
})
