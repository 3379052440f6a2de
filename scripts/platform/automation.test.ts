import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { RunView } from '@atrium/contracts'
import { type Client, createClient } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchRefusal, signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

let platform: TestPlatform
let owner: Client
let member: Client
let stranger: Client
let ownerEmail: string
let memberEmail: string
let server: Server
let pages: (path: URL) => { status?: number; headers?: Record<string, string>; body?: unknown }

beforeAll(async () => {
  platform = await startTestPlatform({ FETCH_PRIVATE_ADDRESSES: 'loopback' })
  const founded = await signUpNewcomer(platform.baseUrl, 'owner')
  owner = founded.client
  ownerEmail = founded.email
  stranger = (await signUpNewcomer(platform.baseUrl, 'stranger')).client
  member = createClient({ baseUrl: platform.baseUrl })
  memberEmail = `member-${Date.now()}@example.com`
  await member.auth.signUp({ name: 'member', email: memberEmail, password: 'of a test member' })
  const { id } = await owner.auth.inviteMember({ email: memberEmail, role: 'member' })
  await member.auth.acceptInvitation(id)
  server = createServer((request, response) => {
    const answer = pages(new URL(request.url ?? '/', 'http://pages.test'))
    const { status = 200, headers = {}, body } = answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(status === 204 ? undefined : JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const needed = ['create_card', 'create_post', 'http_request']
  await eventually(async () => {
    const types = (await owner.workflows.listNodes()).items.map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(needed))
  })
})
afterAll(async () => {
  server?.close()
  await platform?.stop()
})

type Step = readonly [type: string, params: object, output?: string]

function drawn(steps: readonly Step[]) {
  const position = { x: 0, y: 0 }
  const nodes = steps.map(([type, params]) => ({
    id: type,
    type,
    name: type,
    params: { ...params },
    position,
  }))
  const edges = steps.slice(1).map(([type], at) => ({
    from: { node: steps[at]?.[0] ?? '', output: steps[at]?.[2] ?? 'main' },
    to: { node: type, input: 'main' },
  }))
  return { nodes, edges }
}

async function create(client: Client, steps: readonly Step[], active = true): Promise<string> {
  const { id } = await client.workflows.create({ body: { name: 'Test', graph: drawn(steps) } })
  if (active) await client.workflows.update({ params: { id }, body: { active: true } })
  return id
}

const ended = (client: Client, id: string, runId: string): Promise<RunView> =>
  eventually(async () => {
    const run = await client.workflows.getRun({ params: { id, runId } })
    if (['queued', 'running'].includes(run.status)) throw new Error('still under way')
    return run
  })

async function runToEnd(client: Client, id: string): Promise<RunView> {
  const { runId } = await client.workflows.run({ params: { id } })
  return ended(client, id, runId)
}

async function hook(params: object, rest: readonly Step[] = []) {
  const id = await create(owner, [['trigger.webhook', params], ...rest])
  const { url } = await owner.workflows.renewHook({ params: { id } })
  return { id, url }
}

async function fired(id: string, answer: Response) {
  expect(answer.status, await answer.clone().text()).toBe(202)
  const run = await ended(owner, id, ((await answer.json()) as { runId: string }).runId)
  return { run, item: run.nodes[0]?.sample?.items[0]?.json ?? {} }
}

test('gives the run the call’s method, headers, query, body and files, and the raw body only if asked', async () => {
  const plain = await hook({})
  const kept = await hook({ keepRaw: true, challenge: 'hub.challenge' })
  const body = '{"order": 17,  "big": 1.0}'
  const send = (url: string) =>
    fetch(`${url}?shop=1`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-shop': 'a' },
    })
  const { item } = await fired(plain.id, await send(plain.url))
  expect(item).toMatchObject({
    method: 'POST',
    headers: { 'x-shop': 'a' },
    query: { shop: '1' },
    body: { order: 17 },
    files: [],
  })
  expect(item).not.toHaveProperty('rawBody')
  expect((await fired(kept.id, await send(kept.url))).item).toMatchObject({ rawBody: body })
  expect(await (await fetch(`${kept.url}?hub.challenge=abc`)).text()).toBe('abc')
})

test('refuses calls without the signature with 401 and never shows its secret again', async () => {
  const secret = 'a-very-secret-text'
  const signed = await hook({ signature: { kind: 'hmac_sha256', secret, header: 'x-sign' } })
  const basic = await hook({ signature: { kind: 'basic', secret, user: 'shop' } })
  const body = '{"a":1}'
  const post = (url: string, headers: Record<string, string>) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  for (const headers of [{}, { 'x-sign': digest.replace(/./, 'z') }, { 'x-other': digest }]) {
    expect((await post(signed.url, headers as Record<string, string>)).status).toBe(401)
  }
  await fired(signed.id, await post(signed.url, { 'x-sign': digest }))
  const pair = Buffer.from(`shop:${secret}`).toString('base64')
  expect((await post(basic.url, {})).status).toBe(401)
  await fired(basic.id, await post(basic.url, { authorization: `Basic ${pair}` }))
  const shown = [
    await owner.workflows.get({ params: { id: signed.id } }),
    await owner.workflows.versions({ params: { id: signed.id } }),
    await owner.workflows.getVersion({ params: { id: signed.id, n: 1 } }),
    await owner.workflows.list(),
  ]
  expect(JSON.stringify(shown)).not.toContain(secret)
})

test('keeps a file of a call for members and puts it on a card', async () => {
  const { id, url } = await hook({}, [
    ['create_card', { title: 'A file', files: '{{ $json.files }}' }],
  ])
  const form = new FormData()
  form.append('from', 'Ada')
  form.append('note', new Blob(['Dear all'], { type: 'text/plain' }), 'note.txt')
  const { item, run } = await fired(id, await fetch(url, { method: 'POST', body: form }))
  expect(run.status).toBe('completed')
  expect(item['files']).toEqual([
    {
      fileId: expect.stringMatching(/^file_/),
      name: 'note.txt',
      contentType: expect.stringContaining('text/plain'),
      bytes: 8,
    },
  ])
  const [{ fileId }] = item['files'] as [{ fileId: string }]
  expect(await (await member.files.get({ params: { fileId } })).text()).toBe('Dear all')
  expect((await catchRefusal(stranger.files.get({ params: { fileId } }))).status).toBe(404)
  expect((await fetch(`${platform.baseUrl}/api/files/${fileId}`)).status).toBe(401)
  const { items } = await owner.cards.list()
  expect(JSON.stringify(items[0])).toContain(fileId)
})

test('runs a colleague’s workflow only if its owner shares it', async () => {
  const called = await create(owner, [
    ['trigger.manual', {}],
    ['create_card', { title: 'Called' }],
  ])
  const caller = await create(member, [
    ['trigger.manual', {}],
    ['call_workflow', { workflow: called }],
  ])
  expect((await owner.workflows.get({ params: { id: called } })).callableBy).toBe('owner')
  const refused = await runToEnd(member, caller)
  expect(refused.status).toBe('failed')
  expect(refused.error).toContain('workflow_not_callable')
  const share = { params: { id: called }, body: { callableBy: 'members' as const } }
  expect((await catchRefusal(member.workflows.update(share))).status).toBe(403)
  await owner.workflows.update(share)
  expect((await runToEnd(member, caller)).status).toBe('completed')
})

test.each([
  ['a 404 behind the last page', 404, {}, false],
  ['a 204 behind the last page', 204, undefined, false],
  ['an empty page', 200, { rows: [] }, false],
  ['an error behind the first page', 500, {}, true],
])('keeps the pages when paging meets %s', async (_what, status, body, isIncomplete) => {
  const last = { status, body }
  pages = ({ searchParams }) => {
    const page = Number(searchParams.get('page') ?? '1')
    return page > 2 ? last : { body: { rows: [{ id: page }] } }
  }
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/rows`
  const id = await create(owner, [
    ['trigger.manual', {}],
    ['http_request', { url, paging: 'page', itemsPath: 'rows' }],
  ])
  const run = await runToEnd(owner, id)
  expect(run).toMatchObject({ status: 'completed' })
  expect(run.nodes[1]).toMatchObject({ itemsOut: 2, incomplete: isIncomplete })
})

test('follows the Link header, a cursor and the offset', async () => {
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  pages = ({ pathname, searchParams }) => {
    const at = Number(searchParams.get('at') ?? '0')
    const rows = at < 4 ? [{ id: at }, { id: at + 1 }] : []
    const link = at < 2 ? { link: `<${base}${pathname}?at=${at + 2}>; rel="next"` } : {}
    return { headers: link, body: { rows, next: at < 2 ? String(at + 2) : null } }
  }
  for (const paging of ['link', 'cursor', 'offset', 'none']) {
    const params = { url: base, paging, itemsPath: 'rows', pageParam: 'at' }
    const id = await create(owner, [
      ['trigger.manual', {}],
      ['http_request', params],
    ])
    const run = await runToEnd(owner, id)
    const expected = { itemsOut: paging === 'none' ? 2 : 4, incomplete: false }
    expect([paging, run.nodes[1]]).toMatchObject([paging, expected])
  }
})

test('decides an approval by the mail’s token through the gateway, and starts the error workflow', async () => {
  const report = await create(
    owner,
    [
      ['trigger.manual', {}],
      ['create_card', { title: '{{ $json.node }} failed in {{ $json.workflowId }}' }],
    ],
    false,
  )
  const id = await create(owner, [
    ['trigger.manual', {}],
    ['ask_approval', { to: memberEmail, message: 'Go on?', expiresInHours: 1 }, 'declined'],
    ['create_card', { title: '{{ $json.missing }}' }],
  ])
  await owner.workflows.update({ params: { id }, body: { errorWorkflow: report } })
  const { runId } = await owner.workflows.run({ params: { id } })
  const question = await eventually(async () => {
    const [found] = (await member.approvals.list({ query: { status: 'pending' } })).items
    if (found === undefined) throw new Error('not asked yet')
    return found
  })
  expect(question).toMatchObject({ workflowId: id, runId, to: memberEmail, mayDecide: true })
  const params = { id: question.id }
  const approve = { params, body: { decision: 'approve' as const } }
  expect((await catchRefusal(owner.approvals.decide(approve))).status).toBe(403)
  expect((await catchRefusal(stranger.approvals.decide(approve))).status).toBe(404)
  const text = await eventually(async () => {
    const outbox = platform.env['MAIL_OUTBOX_DIR'] ?? ''
    for (const name of await readdir(outbox)) {
      const mail = JSON.parse(await readFile(join(outbox, name), 'utf8'))
      if (String(mail.text).includes(question.id)) return String(mail.text)
    }
    throw new Error('no mail yet')
  })
  expect(text).toContain(`/approvals/${question.id}?token=`)
  const token = /token=([\w-]+)/.exec(text)?.[1]
  const decide = (body: object) =>
    fetch(`${platform.baseUrl}/api/public/approvals/${question.id}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  expect((await decide({ token: 'wrong', decision: 'decline' })).status).toBe(404)
  expect((await decide({ token, decision: 'decline', more: 1 })).status).toBe(400)
  const decided = await decide({ token, decision: 'decline', note: 'No' })
  expect(decided.status).toBe(200)
  expect(await decided.json()).toMatchObject({ status: 'declined' })
  expect((await decide({ token, decision: 'approve' })).status).toBe(409)
  expect((await ended(owner, id, runId)).status).toBe('failed')
  await eventually(async () => {
    const titles = (await owner.cards.list()).items.map(({ title }) => title)
    expect(titles).toContain(`create_card failed in ${id}`)
  })
  const entries = await eventually(async () => {
    const { items } = await owner.audit.list({ query: { action: 'approval.decided' } })
    expect(items).toHaveLength(1)
    return items
  })
  expect(entries[0]).toMatchObject({ actor: { name: 'member' }, target: { id: question.id } })
  expect(ownerEmail).not.toBe(memberEmail)
})
