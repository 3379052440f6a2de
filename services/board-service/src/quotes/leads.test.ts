import { newId, UserSignedUp, WaitingListJoined } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  buildRequest,
  startVisitorsWorld,
  toMessage,
  type VisitorsWorld,
} from '../../test/visitors-world.ts'

let world: VisitorsWorld
let harness: VisitorsWorld['harness']
let users: VisitorsWorld['users']
let orgs: VisitorsWorld['orgs']
let send: VisitorsWorld['send']
let publish: VisitorsWorld['publish']
beforeAll(async () => {
  world = await startVisitorsWorld()
  ;({ harness, users, orgs, send, publish } = world)
})
afterAll(() => world.stop())
beforeEach(() => world.reset())

/** Collects the leads of an organisation that are announced from now on. */
async function collectLeads(orgId: string): Promise<Record<string, unknown>[]> {
  const leads: Record<string, unknown>[] = []
  harness.bus.nc.subscribe(harness.bus.subject(`events.${orgId}.lead.received`), {
    callback: (_, message) =>
      void leads.push(message.json<{ data: Record<string, unknown> }>().data),
  })
  await harness.bus.nc.flush()
  return leads
}

test('announces a lead when a quote is requested', async () => {
  const owner = await harness.caller({ role: 'owner' })
  orgs.set('leads', { orgId: owner.orgId, ownerId: owner.principal.userId })
  const leads = await collectLeads(owner.orgId)
  const asked = buildRequest('leads', { email: 'lead@example.com' })
  const answer = await harness.anonymous('POST', '/api/public/quotes', asked)
  const { name, email, message } = asked
  const lead = { taskId: answer.body.id, source: 'quote', name, email, message }
  await eventually(() => expect(leads).toEqual([lead]))
})

test('announces a lead when the contact form is sent', async () => {
  const support = await harness.caller()
  users.set('support@example.com', { userId: support.principal.userId, orgId: support.orgId })
  const leads = await collectLeads(support.orgId)
  const sender = { name: 'Ana', email: 'lead@example.com', message: 'It does not start' }
  const sent = { ...sender, subject: 'Help' }
  const answer = await harness.anonymous('POST', '/api/public/support', sent)
  const lead = { taskId: answer.body.id, source: 'contact_form', ...sender }
  await eventually(() => expect(leads).toEqual([lead]))
})

test('announces one lead when a user signs up and the event is redelivered', async () => {
  const admin = await harness.caller()
  users.set('first@example.com', { userId: admin.principal.userId, orgId: admin.orgId })
  const leads = await collectLeads(admin.orgId)
  const person = { name: 'New Person', email: 'lead@example.com' }
  const first = { ...person, userId: newId('usr'), isAdmin: false }
  const last = { ...first, userId: newId('usr'), email: 'last@example.com' }
  for (const data of [first, first, last]) await publish(UserSignedUp, null, data)
  const { items } = await eventually(async () => {
    const list = (await admin.call('GET', '/api/tasks?kind=signup')).body
    expect(list.total).toBe(2)
    return list
  }, 15_000)
  const findId = (email: string) =>
    items.find((item: { fields: { email: string } }) => item.fields.email === email)?.id
  const toLead = ({ name, email }: typeof person) => ({
    taskId: findId(email),
    source: 'signup',
    name,
    email,
    message: '',
  })
  // Consumers handle events side by side, so the order is not fixed.
  await eventually(() => expect(leads).toHaveLength(2))
  expect(leads).toEqual(expect.arrayContaining([toLead(first), toLead(last)]))
})

test('makes a visitor on waiting lists one contact and a lead for each entry', async () => {
  const owner = await harness.caller({ role: 'owner' })
  const { orgId } = owner
  orgs.set(orgId, { orgId, ownerId: owner.principal.userId })
  const leads = await collectLeads(orgId)
  const known = await owner.call('POST', '/api/tasks', {
    kind: 'contact',
    title: 'Zoë of the harbour',
    fields: { email: 'Zoe@Waiting.example' },
  })
  const join = (entryId: string, email: string) =>
    ({ happeningId: 'hap_1', entryId, title: 'Open day', name: 'Ben', email }) as const
  const entries = [
    join('wait_1', 'ben@waiting.example'),
    join('wait_2', 'BEN@waiting.example'),
    join('wait_3', 'zoe@waiting.example'),
  ]
  const [first, ...others] = entries.map((entry) => toMessage(WaitingListJoined, orgId, entry))
  for (const message of [first, first, ...others]) if (message !== undefined) await send(message)
  await eventually(() => expect(leads).toHaveLength(3))
  const { items } = (await owner.call('GET', '/api/tasks?kind=contact')).body
  const ben = items.find(({ title }: { title: string }) => title === 'Ben')
  expect(items).toHaveLength(2)
  expect(ben).toMatchObject({ ownerId: owner.principal.userId, fields: { name: 'Ben' } })
  const toLead = (taskId: string, email: string) => ({
    taskId,
    source: 'waiting_list',
    name: 'Ben',
    email,
    message: '',
  })
  expect(leads).toEqual(
    expect.arrayContaining([
      toLead(ben.id, 'ben@waiting.example'),
      toLead(ben.id, 'BEN@waiting.example'),
      toLead(known.body.id, 'zoe@waiting.example'),
    ]),
  )
  const timeline = await owner.call('GET', `/api/tasks/${known.body.id}/timeline?kind=entries`)
  expect(timeline.body.items).toMatchObject([{ body: 'Joined the waiting list: Open day' }])
})
