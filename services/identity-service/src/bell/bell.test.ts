import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  CardAssigned,
  CardDeleted,
  CardMentioned,
  type EventDefinition,
  InvoicePaid,
  LeadReceived,
  newId,
  type Principal,
  WorkflowRunFailed,
} from '@atrium/contracts'
import { emitEntries, eventEntry, inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Founder, type Harness, startHarness } from '../../test/harness.ts'
import { sendSummaries } from './daily-summary.ts'
import { deliverNotices } from './deliver-notices.ts'
import { toNotice } from './notice.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const toPrincipal = (
  { userId, orgId }: Founder,
  role: 'owner' | 'admin' | 'member' = 'owner',
  via: 'session' | 'api_key' = 'session',
): Principal => ({ userId, orgId, role, isAdmin: false, via, credentialId: 'ses_1' })

interface Bell {
  items: Array<{ id: string; kind: string; title: string; href: string; readAt: string | null }>
  next: string | null
  unread: number
}
const readBell = async (who: Founder, role: 'owner' | 'admin' | 'member' = 'owner', query = '') =>
  (await harness.as(toPrincipal(who, role), 'GET', `/api/notifications${query}`)).body as Bell
const kinds = async (who: Founder, role: 'owner' | 'admin' | 'member' = 'owner') =>
  (await readBell(who, role)).items.map(({ kind }) => kind)

/** Publishes an event as another service's relay does. */
async function publish<S extends z.ZodObject>(
  event: EventDefinition<S>,
  orgId: string,
  data: z.input<S>,
  id = newId('evt'),
): Promise<void> {
  const body = { id, type: event.type, orgId, occurredAt: new Date().toISOString(), data }
  const subject = harness.bus.subject(`events.${orgId}.${event.type}`)
  await harness.bus.js.publish(subject, JSON.stringify(body))
}

const lead = (name = 'Ana') => ({
  taskId: newId('task'),
  source: 'contact_form' as const,
  name,
  email: 'ana@visitors.example',
  message: 'How much?',
})
const invoice = (recordedById: string | null = null) => ({
  invoiceId: newId('inv'),
  number: 'INV-1',
  customerId: 'cus_1',
  customerName: 'Kunsthalle',
  customerEmail: 'office@kunsthalle.example',
  source: 'one_off',
  status: 'paid',
  currency: 'EUR',
  totalAmountCents: 120_050,
  recordedById,
})
const mailsTo = async (who: Founder) =>
  (
    await harness.rows<{ subject: string }>(
      `select subject from mail_queue where key like 'notification:%' and recipient = '${who.email}'`,
    )
  ).rows.map(({ subject }) => subject)

test('notifies owners and admins of a lead once when the event is delivered twice', async () => {
  const owner = await harness.founder()
  const [admin, member] = [
    await harness.invite(owner, 'admin'),
    await harness.invite(owner, 'member'),
  ]
  const stranger = await harness.founder()
  const id = newId('evt')
  const data = lead()
  await publish(LeadReceived, owner.orgId, data, id)
  await publish(LeadReceived, owner.orgId, data, id)
  await publish(LeadReceived, owner.orgId, lead('Ben'))
  await eventually(async () => expect((await readBell(owner)).items).toHaveLength(2))
  const { items, unread } = await readBell(owner)
  expect(unread).toBe(2)
  expect(items.map(({ title }) => title).sort()).toEqual(['New lead: Ana', 'New lead: Ben'])
  expect(items.map(({ href }) => href)).toContain(`/board?card=${data.taskId}`)
  expect(await kinds(admin, 'admin')).toEqual(['lead', 'lead'])
  expect(await kinds(member, 'member')).toEqual([])
  expect(await kinds(stranger)).toEqual([])
  expect((await mailsTo(owner)).sort()).toEqual(['New lead: Ana', 'New lead: Ben'])
  const created = (await harness.events()).filter(
    ({ type, orgId }) => type === 'notification.created' && orgId === owner.orgId,
  )
  expect(created).toHaveLength(4)
  expect(created.at(-1)?.data).toMatchObject({ kind: 'lead', unread: expect.any(Number) })
})

test('notifies nobody about a lead that was deleted before its event arrived', async () => {
  const owner = await harness.founder()
  const data = lead('Vera')
  await publish(CardDeleted, owner.orgId, {
    taskId: data.taskId,
    kind: 'contact',
    title: 'Vera',
    ownerId: owner.userId,
    reason: 'deleted',
  })
  const listed = `select id from activity_entries where target_id = '${data.taskId}'`
  await eventually(async () => expect((await harness.rows(listed)).rows).toHaveLength(1))
  await publish(LeadReceived, owner.orgId, data)
  await publish(LeadReceived, owner.orgId, lead('Ben'))
  await eventually(async () => expect(await kinds(owner)).not.toEqual([]))
  expect((await readBell(owner)).items.map(({ title }) => title)).toEqual(['New lead: Ben'])
  expect(await mailsTo(owner)).toEqual(['New lead: Ben'])
})

test('mails the members of several organisations at the same time, whatever their order', async () => {
  const [first, second] = [await harness.founder(), await harness.founder()]
  const notice = ({ orgId }: Founder) =>
    toNotice({
      orgId,
      kind: 'lead',
      subject: newId('evt'),
      to: 'admins',
      title: 'New lead',
      detail: '',
      href: '/board',
    })
  const deps = {
    newId,
    now: () => new Date(),
    logger: pino({ level: 'silent' }),
    config: { dashboardUrl: 'http://localhost' } as never,
  }
  const deliver = (...owners: Founder[]) =>
    inTransaction(harness.db, undefined, (tx) => deliverNotices(deps, tx, owners.map(notice)))
  const waiting = `select 1 from pg_locks join pg_database d on d.oid = database
    where locktype = 'advisory' and not granted and d.datname = current_database()`
  const untilWaiting = (count: number) =>
    eventually(async () => expect((await harness.rows(waiting)).rows).toHaveLength(count))
  const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = inTransaction(harness.db, undefined, async (tx) => {
    const name = `mail_queue ${first.orgId}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
    locked.resolve()
    await free.promise
  })
  await locked.promise
  const inOrder = deliver(first, second)
  await untilWaiting(1)
  const reversed = deliver(second, first)
  await untilWaiting(2)
  free.resolve()
  await Promise.all([holding, inOrder, reversed])
  expect(await mailsTo(second)).toEqual(['New lead', 'New lead'])
})

test('does not notify a user about the own act', async () => {
  const owner = await harness.founder()
  const admin = await harness.invite(owner, 'admin')
  await publish(InvoicePaid, owner.orgId, invoice(owner.userId))
  await publish(CardAssigned, owner.orgId, {
    taskId: 'tsk_1',
    title: 'Own card',
    assigneeId: owner.userId,
    byId: owner.userId,
  })
  await publish(LeadReceived, owner.orgId, lead())
  await eventually(async () => expect((await kinds(admin, 'admin')).length).toBe(2))
  const [, paid] = (await readBell(admin, 'admin')).items.toSorted((a) =>
    a.kind === 'lead' ? -1 : 1,
  )
  expect(paid?.title).toBe('Invoice INV-1 was paid')
  await eventually(async () => expect(await kinds(owner)).toEqual(['lead']))
})

test('notifies only members, and forgets the notifications of a member who leaves', async () => {
  const owner = await harness.founder()
  const [member, stranger] = [await harness.invite(owner, 'member'), await harness.founder()]
  const entry = { taskId: 'tsk_1', title: 'Mast', entryId: newId('tle'), text: 'Look' }
  await publish(CardMentioned, owner.orgId, {
    ...entry,
    userIds: [member.userId, stranger.userId],
    byId: owner.userId,
  })
  await eventually(async () => expect(await kinds(member, 'member')).toEqual(['mentioned']))
  expect(await kinds(stranger)).toEqual([])
  expect(
    (await harness.rows(`select 1 from notifications where user_id = '${stranger.userId}'`)).rows,
  ).toEqual([])
  await harness.rows(`delete from member where "userId" = '${member.userId}'`)
  expect(await kinds(member, 'member')).toEqual([])
})

test('hides notices for admins when the user becomes a member', async () => {
  const owner = await harness.founder()
  const admin = await harness.invite(owner, 'admin')
  await publish(LeadReceived, owner.orgId, lead())
  await eventually(async () => expect((await readBell(admin, 'admin')).unread).toBe(1))
  expect(await readBell(admin, 'member')).toEqual({ items: [], next: null, unread: 0 })
})

test('marks notifications as read for their user alone', async () => {
  const owner = await harness.founder()
  const admin = await harness.invite(owner, 'admin')
  await publish(LeadReceived, owner.orgId, lead('Ana'))
  await publish(LeadReceived, owner.orgId, lead('Ben'))
  await eventually(async () => expect((await readBell(owner)).unread).toBe(2))
  const [newest] = (await readBell(owner)).items
  const mark = (who: Founder, body: object) =>
    harness.as(toPrincipal(who), 'POST', '/api/notifications/read', body)
  expect((await mark(admin, { ids: [newest?.id] })).body).toEqual({ unread: 2 })
  expect((await mark(owner, { ids: [newest?.id, newest?.id] })).body).toEqual({ unread: 1 })
  expect((await readBell(owner)).items[0]?.readAt).not.toBeNull()
  expect((await mark(owner, { all: true })).body).toEqual({ unread: 0 })
  expect((await readBell(admin, 'admin')).unread).toBe(2)
  for (const body of [{}, { ids: [] }, { all: false }, { ids: ['x'], all: true }]) {
    expect((await mark(owner, body)).status).toBe(400)
  }
  await eventually(async () => {
    const read = (await harness.events()).filter(
      ({ type, orgId }) => type === 'notification.read' && orgId === owner.orgId,
    )
    expect(read.map(({ data }) => data)).toEqual([
      { id: newest?.id, kind: 'lead', unread: 1, ownerId: owner.userId },
      { id: null, kind: null, unread: 0, ownerId: owner.userId },
    ])
  })
})

test('pages through the list and refuses another cursor', async () => {
  const owner = await harness.founder()
  await inTransaction(harness.db, undefined, (tx) =>
    emitEntries(
      tx,
      Array.from({ length: 30 }, () =>
        eventEntry(WorkflowRunFailed, owner.orgId, {
          workflowId: 'wf_1',
          workflowName: 'Answer leads',
          runId: newId('run'),
          node: 'Read mail',
          error: 'The mailbox does not respond',
          ownerId: owner.userId,
        }),
      ),
    ),
  )
  await eventually(async () => expect((await readBell(owner)).unread).toBe(30))
  const first = await readBell(owner)
  const second = await readBell(owner, 'owner', `?cursor=${first.next}`)
  expect([first.items.length, second.items.length, second.next]).toEqual([25, 5, null])
  const ids = [...first.items, ...second.items].map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted().toReversed())
  expect((await readBell(owner, 'owner', '?limit=30')).next).toBeNull()
  expect((await readBell(owner, 'owner', '?limit=2')).items).toHaveLength(2)
  for (const query of ['cursor=x', 'limit=0', 'limit=101']) {
    const refused = await harness.as(toPrincipal(owner), 'GET', `/api/notifications?${query}`)
    expect(refused.status).toBe(400)
  }
})

test('notifies by mail only when the user has chosen that', async () => {
  const owner = await harness.founder()
  const path = '/api/me/notifications'
  const items = [{ kind: 'lead', page: false, mail: true, push: false }]
  const put = await harness.as(toPrincipal(owner), 'PUT', path, { items })
  expect(put.status).toBe(200)
  const { body } = await harness.as(toPrincipal(owner), 'GET', path)
  expect(body).toEqual(put.body)
  expect(body).toMatchObject({ items: expect.arrayContaining(items), dailySummary: false })
  await publish(LeadReceived, owner.orgId, lead())
  await eventually(async () => expect(await mailsTo(owner)).toEqual(['New lead: Ana']))
  expect(await kinds(owner)).toEqual([])
  const twice = { items: [...items, ...items] }
  expect((await harness.as(toPrincipal(owner), 'PUT', path, twice)).status).toBe(400)
  const byKey = toPrincipal(owner, 'owner', 'api_key')
  expect((await harness.as(byKey, 'PUT', path, { items })).status).toBe(403)
})

test('delays only the mails over the hourly limit and shows their notifications on the page', async () => {
  const owner = await harness.founder()
  const items = [{ kind: 'lead', page: false, mail: true, push: false }]
  await harness.as(toPrincipal(owner), 'PUT', '/api/me/notifications', { items })
  await harness.rows(`insert into mail_queue (key, org_id, recipient, subject, text, status, expires_at)
    select 'full:' || n || ':${owner.orgId}', '${owner.orgId}', 'a@b.example', '', '', 'sent', now()
    from generate_series(1, 499) n`)
  await publish(LeadReceived, owner.orgId, lead('Ana'))
  await eventually(async () => expect(await mailsTo(owner)).toEqual(['New lead: Ana']))
  expect(await kinds(owner)).toEqual([])
  await publish(LeadReceived, owner.orgId, lead('Bea'))
  await eventually(async () => expect(await kinds(owner)).toEqual(['lead']))
  const { rows } = await harness.rows<{ subject: string; hours: number }>(
    `select subject, round(extract(epoch from created_at - now()) / 3600)::int as hours
      from mail_queue where key like 'notification:%' and org_id = '${owner.orgId}'
      order by created_at`,
  )
  expect(rows).toEqual([
    { subject: 'New lead: Ana', hours: 0 },
    { subject: 'New lead: Bea', hours: 1 },
  ])
  await eventually(async () => {
    const created = (await harness.events()).filter(
      ({ type, orgId }) => type === 'notification.created' && orgId === owner.orgId,
    )
    expect(created.map(({ data }) => data)).toMatchObject([{ kind: 'lead', unread: 1 }])
  })
})

test('mails each unread notification once when the user wants a daily summary', async () => {
  const owner = await harness.founder()
  await harness.as(toPrincipal(owner), 'PUT', '/api/me/notifications', {
    items: [],
    dailySummary: true,
  })
  await publish(LeadReceived, owner.orgId, lead('Ana'))
  await publish(InvoicePaid, owner.orgId, invoice())
  await eventually(async () => expect((await readBell(owner)).unread).toBe(2))
  const { rows } = await harness.rows<{ at: Date }>(
    `select summary_at as at from notification_settings where user_id = '${owner.userId}'`,
  )
  const due = rows[0]?.at.getTime() ?? 0
  // This one arrives while the summary is late, so it belongs to the next summary.
  await harness.rows(`update notifications set at = '${new Date(due + 30_000).toISOString()}'
    where user_id = '${owner.userId}' and kind = 'invoice_paid'`)
  const send = (at: number) =>
    sendSummaries({
      db: harness.db,
      now: () => new Date(at),
      config: { dashboardUrl: 'http://localhost:5000' } as never,
    })
  // The queue deletes a mail's text after sending, and keeps the name of its file.
  const summaries = () =>
    eventually(async () => {
      const { rows } = await harness.rows<{ subject: string; reference: string }>(
        `select subject, reference from mail_queue
          where key like 'summary:${owner.orgId}:%' order by created_at`,
      )
      const files = rows.map(({ reference }) => readFile(join(harness.outbox, reference), 'utf8'))
      const titles = (await Promise.all(files)).map(
        (file) => /New lead: Ana|Invoice INV-1 was paid/.exec(file)?.[0],
      )
      return rows.map(({ subject }, at) => ({ subject, title: titles[at] }))
    })
  const subject = '1 unread notification in Org'
  await Promise.all([send(due + 60_000), send(due + 60_000)])
  expect(await summaries()).toEqual([{ subject, title: 'New lead: Ana' }])
  await send(due + 86_400_000)
  await send(due + 86_400_000)
  expect((await summaries()).map(({ title }) => title)).toEqual([
    'New lead: Ana',
    'Invoice INV-1 was paid',
  ])
})
