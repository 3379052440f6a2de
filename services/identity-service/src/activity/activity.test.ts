import {
  type ActivityEntry,
  ActivityRecorded,
  AgentRunChanged,
  AuditRecorded,
  activityEvents,
  CardCreated,
  CardDeleted,
  ChannelConnected,
  IdentityOverview,
  LeadReceived,
  newId,
  type OrgRole,
  PaymentReversed,
  PostFailed,
  type Principal,
} from '@atrium/contracts'
import { emit, inTransaction, wakeOutbox } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Founder, type Harness, startHarness } from '../../test/harness.ts'
import { upkeep } from '../upkeep/upkeep.ts'
import { activityRules } from './activity-rules.ts'
import { activityConsumers } from './consumers.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const toPrincipal = ({ userId, orgId }: Founder, role: OrgRole): Principal => ({
  userId,
  orgId,
  role,
  isAdmin: false,
  via: 'session',
  credentialId: 'ses_1',
})

async function readPage(reader: Founder, role: OrgRole, query = '') {
  const answer = await harness.as(toPrincipal(reader, role), 'GET', `/api/activity?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as { items: ActivityEntry[]; next: string | null }
}
const read = async (reader: Founder, role: OrgRole): Promise<ActivityEntry[]> =>
  (await readPage(reader, role, 'limit=100')).items
const kinds = (items: readonly ActivityEntry[]) => items.map(({ kind }) => kind)

const card = {
  taskId: 'task_1',
  kind: 'task' as const,
  title: 'Book the crane',
  status: 'todo' as const,
  tags: [],
}
const channel = { channelId: 'chn_1', network: 'photonet', name: 'Quay' } as const

test('names a visitor nowhere in the activity when the lead is deleted, also in late entries', async () => {
  const owner = await harness.founder('Ada')
  const other = await harness.founder('Ben')
  const lead = {
    taskId: 'task_lead',
    source: 'contact_form' as const,
    name: 'Vera Visitor',
    email: 'vera@visitors.example',
    message: 'How much?',
  }
  const receive = ({ orgId }: Founder) =>
    inTransaction(harness.db, undefined, (tx) => emit(tx, LeadReceived, orgId, lead))
  await receive(owner)
  await receive(other)
  await eventually(async () => {
    expect(kinds(await read(owner, 'owner'))).toContain('lead.received')
    expect(kinds(await read(other, 'owner'))).toContain('lead.received')
  })
  await inTransaction(harness.db, undefined, (tx) =>
    emit(tx, CardDeleted, owner.orgId, {
      taskId: lead.taskId,
      kind: 'quote',
      title: 'Request of Vera Visitor',
      ownerId: owner.userId,
      reason: 'deleted',
    }),
  )
  await eventually(async () => expect(kinds(await read(owner, 'owner'))).toContain('task.deleted'))
  await receive(owner)
  await eventually(async () => {
    const entries = await read(owner, 'owner')
    expect(kinds(entries).filter((kind) => kind === 'lead.received')).toHaveLength(2)
  })
  expect(JSON.stringify(await read(owner, 'owner'))).not.toContain('Vera')
  // The same card id in another organisation is another card.
  expect(JSON.stringify(await read(other, 'owner'))).toContain('Vera')
})

test('lists events of the same cards at the same time, whatever their order', async () => {
  const { orgId, userId: ownerId } = await harness.founder()
  const consumer = activityConsumers.find(({ event }) => event === CardCreated)
  const both = Promise.withResolvers<void>()
  let begun = 0
  const list = (...taskIds: string[]) =>
    inTransaction(harness.db, undefined, async (tx) => {
      for (const taskId of taskIds) {
        await consumer?.handle(tx, {
          id: newId('evt'),
          type: CardCreated.type,
          orgId,
          occurredAt: new Date().toISOString(),
          data: { ...card, taskId, ownerId },
        })
        begun += 1
        if (begun === 2) both.resolve()
        await both.promise
      }
    })
  await Promise.all([list('task_a', 'task_b'), list('task_b', 'task_a')])
  expect(begun).toBe(4)
})

test('lists events and audited actions in words, and to each member only what the member may see', async () => {
  const owner = await harness.founder('Ada')
  const member = await harness.invite(owner, 'member')
  await owner.post('/api/auth/api-key/create', { name: 'CI' })
  await harness.signIn(member.email)
  const { orgId, userId: ownerId } = owner
  await inTransaction(harness.db, undefined, async (tx) => {
    await emit(tx, CardCreated, orgId, { ...card, ownerId, actorId: ownerId })
    await emit(tx, LeadReceived, orgId, {
      taskId: 'task_2',
      source: 'quote',
      name: 'Visitor',
      email: 'v@example.test',
      message: 'A secret wish',
    })
    await emit(tx, ChannelConnected, orgId, { ...channel, ownerId, shared: false })
    await emit(tx, ChannelConnected, orgId, { ...channel, ownerId: member.userId, shared: true })
    await emit(tx, AgentRunChanged, orgId, {
      agentRunId: 'run_1',
      status: 'succeeded',
      taskId: null,
      ownerId: member.userId,
    })
    await emit(tx, PostFailed, orgId, {
      taskId: 'task_3',
      title: 'Harbour dinner',
      platform: 'photonet',
      channelId: 'chn_1',
      ownerId,
      failure: { class: 'blocked', message: 'The picture is too large', fix: null },
    })
    await emit(tx, PaymentReversed, orgId, {
      change: 'refunded',
      name: 'Secret top-up',
      invoiceId: null,
      amount: '€10.00',
      reason: null,
    })
    await emit(tx, AuditRecorded, orgId, {
      actor: { type: 'user', id: ownerId, userId: ownerId },
      action: 'invoice.finalized',
      target: { type: 'invoice', id: 'inv_1', name: 'INV-2026-000001' },
      detail: { customerEmail: 'secret@example.test' },
      requestId: null,
      ip: '203.0.113.7',
    })
  })
  const forMember = await eventually(async () => {
    const items = await read(member, 'member')
    expect(kinds(items).toSorted()).toEqual([
      'agent_run.changed',
      'channel.connected',
      'invoice.finalized',
      'lead.received',
      'member.joined',
      'org.created',
      'post.failed',
      'task.created',
    ])
    return items
  })
  expect(forMember.find(({ kind }) => kind === 'post.failed')).toMatchObject({
    title: 'Post failed',
    detail: 'Harbour dinner · The picture is too large',
    href: '/posts/task_3',
    actor: null,
  })
  expect(forMember.find(({ kind }) => kind === 'task.created')).toMatchObject({
    title: 'Card created',
    actor: { type: 'user', id: ownerId, name: 'Ada' },
  })
  expect(forMember.find(({ kind }) => kind === 'invoice.finalized')).toMatchObject({
    title: 'Issued an invoice',
    detail: 'INV-2026-000001',
    href: '/invoices/inv_1',
    actor: { type: 'user', id: ownerId, name: 'Ada' },
  })
  expect(JSON.stringify(forMember)).not.toMatch(/secret/i)
  const ofAdmins = ['invoice.payment_reversed', 'key.created', 'session.signed_in']
  const forOwner = await eventually(async () => {
    const shown = kinds(await read(owner, 'owner'))
    expect(shown).toEqual(expect.arrayContaining(ofAdmins))
    return shown
  })
  expect(forOwner).not.toContain('agent_run.changed')
  const overview = async (role: OrgRole, by: Founder = owner) => {
    const { userId } = by
    const caller = { orgId: by.orgId, userId, role }
    const { activity, members, viewer } = await callRpc(harness.bus, IdentityOverview, caller)
    expect(viewer).toMatchObject({ theme: 'system', locale: 'en', emailVerified: false })
    return { members, shown: kinds(activity) }
  }
  expect(await overview('member', member)).toEqual({ members: 2, shown: kinds(forMember) })
  expect(await overview('owner')).toEqual({
    members: 2,
    shown: forOwner.filter((kind) => kind !== 'session.signed_in').slice(0, 12),
  })
  const elsewhere = await harness.founder('Eve')
  await eventually(async () =>
    expect(await overview('owner', elsewhere)).toEqual({ members: 1, shown: ['org.created'] }),
  )
  expect(forOwner.filter((kind) => kind === 'channel.connected')).toHaveLength(2)
  const announced = (await harness.events()).filter(({ type }) => type === ActivityRecorded.type)
  expect(announced.map(({ data }) => data)).toEqual(announced.map(() => ({})))
  expect(announced.length).toBeGreaterThan(forMember.length)
})

test('pages without gaps or repeats when entries share a time', async () => {
  const owner = await harness.founder()
  await harness.rows(`insert into activity_entries
    (id, org_id, at, kind, target_type, target_id, target_name, audience, owner_id)
    select 'act_' || n, '${owner.orgId}', '2026-01-01', 'task.created', 'card', 'task_' || n, 'Card',
      (array['member', 'admin', 'owner'])[n % 3 + 1],
      case when n % 3 = 2 then '${owner.userId}' end from generate_series(1, 9) n`)
  const all = await read(owner, 'owner')
  expect(all).toHaveLength(10)
  const paged: ActivityEntry[] = []
  let next: string | null = ''
  while (next !== null) {
    const page = await readPage(owner, 'owner', `limit=2${next === '' ? '' : `&cursor=${next}`}`)
    paged.push(...page.items)
    next = page.next
  }
  expect(paged).toEqual(all)
  const refused = await harness.as(toPrincipal(owner, 'owner'), 'GET', '/api/activity?cursor=x')
  expect([refused.status, refused.at('errors.0.path')]).toEqual([400, 'cursor'])
})

test('forgets a sign-in that is taken back, a customer that is anonymised, old entries and a deleted org', async () => {
  const owner = await harness.founder()
  const act = (action: 'customer.created' | 'customer.anonymised', name: string) =>
    inTransaction(harness.db, undefined, (tx) =>
      emit(tx, AuditRecorded, owner.orgId, {
        actor: { type: 'system', id: 'system', userId: null },
        action,
        target: { type: 'customer', id: 'cus_1', name },
        detail: {},
        requestId: null,
        ip: null,
      }),
    )
  await act('customer.created', 'Ada Quay')
  await eventually(async () => expect((await read(owner, 'owner'))[0]?.detail).toBe('Ada Quay'))
  await act('customer.anonymised', 'Removed customer')
  await eventually(async () =>
    expect((await read(owner, 'owner')).map(({ detail }) => detail)).not.toContain('Ada Quay'),
  )
  await harness.rows(`delete from audit_entries where action = 'customer.created'`)
  expect(kinds(await read(owner, 'owner'))).toEqual(['customer.anonymised', 'org.created'])
  await inTransaction(harness.db, undefined, (tx) =>
    emit(tx, CardCreated, owner.orgId, { ...card, ownerId: owner.userId }),
  )
  wakeOutbox(harness.db)
  await eventually(async () => expect(kinds(await read(owner, 'owner'))).toContain('task.created'))
  await harness.rows(
    `update activity_entries set at = now() - interval '366 days' where kind = 'task.created'`,
  )
  await upkeep({ db: harness.db, now: () => new Date(), config: { auditDays: 365 } as never }).run(
    new AbortController().signal,
  )
  expect(kinds(await read(owner, 'owner'))).toEqual(['customer.anonymised', 'org.created'])
  await harness.as(toPrincipal(owner, 'owner'), 'DELETE', `/api/orgs/${owner.orgId}`)
  const left = await harness.rows(`select id from activity_entries where org_id = '${owner.orgId}'`)
  expect(left.rows).toEqual([])
})

test('describes every event that the activity consumes', () => {
  expect(activityRules.map(({ event }) => event)).toEqual([...activityEvents])
})
