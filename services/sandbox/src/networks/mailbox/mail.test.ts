import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../start-sandbox.ts'
import { deliver, type MailBox, openBox } from './mail-state.ts'

let sandbox: Sandbox
let box: MailBox
const user = '104857600000000000001'
const root = 'https://www.googleapis.com/auth'
const mail = (subject: string) => ({
  from: 'mill@example.com',
  to: 'bakery@example.com',
  subject,
  text: 'Flour',
})

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(() => {
  sandbox.mailbox.mail.boxes.clear()
  sandbox.mailbox.mail.paging = 'normal'
  sandbox.mailbox.faults.clear()
  box = openBox(sandbox.mailbox.mail, user)
})

async function call(path: string, body?: unknown, scopes = [`${root}/gmail.modify`]) {
  const { accessToken } = sandbox.mailbox.giveTokens(user, scopes)
  const answer = await fetch(`${sandbox.url}/mailbox/api/gmail/v1/users/me${path}`, {
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    body: text === '' ? undefined : (JSON.parse(text) as Record<string, never>),
  }
}
const found = async (q: string) =>
  ((await call(`/messages?${new URLSearchParams({ q })}`)).body?.['messages'] ?? []) as {
    id: string
  }[]

test('pages a list newest first with every message on one page', async () => {
  for (let at = 0; at < 25; at += 1) deliver(box, mail(`Mail ${at}`), { receivedAt: at * 1_000 })
  const ids: string[] = []
  let token: string | undefined
  do {
    const query = new URLSearchParams({
      maxResults: '10',
      ...(token === undefined ? {} : { pageToken: token }),
    })
    const { body } = await call(`/messages?${query}`)
    ids.push(...((body?.['messages'] ?? []) as { id: string }[]).map(({ id }) => id))
    token = body?.['nextPageToken']
  } while (token !== undefined)
  expect(ids).toEqual([...box.messages.keys()].reverse())
})

test('searches by words, headers, labels, times, negation and alternatives', async () => {
  const invoice = deliver(box, mail('Invoice 7'), { receivedAt: 5_000_000_000_000 })
  const offer = deliver(box, mail('Offer 3'), { receivedAt: 1_000 })
  const spam = deliver(box, mail('Invoice of nothing'), { labelIds: ['SPAM'] })
  const ids = async (q: string) => (await found(q)).map(({ id }) => id)
  expect(await ids('subject:invoice')).toEqual([invoice.id])
  expect(await ids('subject:invoice in:spam')).toEqual([spam.id])
  expect(await ids('(subject:"Invoice 7" OR subject:offer)')).toEqual([invoice.id, offer.id])
  expect(await ids('-subject:offer')).toEqual([invoice.id])
  expect(await ids('after:4000000000')).toEqual([invoice.id])
  expect(await ids('before:4000000000')).toEqual([offer.id])
  const made = await call('/labels', { name: 'Filed away' })
  await call('/messages/batchModify', { ids: [offer.id], addLabelIds: [made.body?.['id']] })
  expect(await ids('-label:filed-away')).toEqual([invoice.id])
  expect(await ids('label:filed-away')).toEqual([offer.id])
})

test('rejects requests in the provider’s shape if the provider would', async () => {
  const refused = async (path: string, status: number, body?: unknown, scopes?: string[]) =>
    expect(await call(path, body, scopes)).toMatchObject({
      status,
      body: { error: { code: status } },
    })
  await refused('/messages?limit=3', 400)
  await refused('/messages?maxResults=501', 400)
  await refused('/messages?pageToken=nonsense', 400)
  await refused('/messages/none?format=raw', 404)
  await refused('/labels', 400, { name: '' })
  await refused('/labels', 409, { name: 'inbox' })
  await refused('/messages/batchModify', 400, { ids: [], addLabelIds: ['INBOX'] })
  await refused('/messages/batchModify', 400, { ids: ['a'], addLabelIds: ['Label_unknown'] })
  await refused('/labels', 403, { name: 'x' }, [`${root}/gmail.readonly`])
})

test('lets a user deliver, label and delete mail in the browser', async () => {
  const page = `${sandbox.url}/mailbox/mail/${user}`
  const form = new FormData()
  form.set('do', 'write')
  form.set('from', 'Müller <mill@example.com>')
  form.set('subject', 'Rechnung für Mehl')
  form.set('text', 'Anbei')
  form.set('file', new File(['a,b'], 'list.csv', { type: 'text/csv' }))
  expect((await fetch(page, { method: 'POST', body: form })).status).toBe(200)
  const [stored] = [...box.messages.values()]
  expect(stored?.source).toContain("filename*=UTF-8''list.csv")
  const label = new URLSearchParams({ do: 'label', id: stored?.id ?? '', label: 'Seen' })
  expect(await (await fetch(page, { method: 'POST', body: label })).text()).toContain('Seen')
  await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ do: 'delete', id: stored?.id ?? '' }),
  })
  expect(box.messages.size).toBe(0)
})

test('returns endless lists, or one page forever, if the switch says so', async () => {
  deliver(box, mail('One'))
  for (const paging of ['endless', 'same'] as const) {
    sandbox.mailbox.mail.paging = paging
    const first = await call('/messages')
    const second = await call(`/messages?pageToken=${first.body?.['nextPageToken']}`)
    const [before, after] = [first.body?.['nextPageToken'], second.body?.['nextPageToken']]
    expect(before === after).toBe(paging === 'same')
    expect(after).toBeTypeOf('string')
  }
})
