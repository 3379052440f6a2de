import { createExport, exportMe, getExport, listExports } from '@atrium/contracts'
import { AtriumError, type Client } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import { unzipSync } from 'fflate'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../newcomer/draw-png.ts'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'
import { hamburg } from './outside-callers.ts'

type Signed = Awaited<ReturnType<typeof signUpNewcomer>> & { userId: string }

let platform: TestPlatform
let database: pg.Client
beforeAll(async () => {
  platform = await startTestPlatform()
  database = new pg.Client({ connectionString: platform.env['DATABASE_URL'] })
  await database.connect()
})
afterAll(async () => {
  await database?.end()
  await platform?.stop()
})

const sealedToken = 'SEALED-TOKEN-OF-AN-ACCOUNT'

/** Adds a connected account without its network. */
const addAccount = async (
  { org, userId }: Signed,
  { name, shared }: { name: string; shared: boolean },
): Promise<void> => {
  await database.query(
    `insert into connect.channels (id, owner_id, org_id, network, account_id, name, access_token,
      token_tail, requested_scopes, settings, shared)
    values ('chn_' || md5($1), $2, $3, 'shortpost', $1, $1, $4, 'TAIL', '[]', '{}', $5)`,
    [name, userId, org.id, sealedToken, shared],
  )
}

async function signUp(label: string): Promise<Signed> {
  const signed = await signUpNewcomer(platform.baseUrl, label)
  return { ...signed, userId: (await signed.client.me()).user.id }
}

async function send(
  client: Client,
  path: string,
  body: object = {},
  method = 'POST',
): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' }
  const response = await client.request(path, { method, headers, body: JSON.stringify(body) })
  return (await response.json()) as Record<string, string>
}

/** Fills every area of an organisation. Returns the secrets that were shown meanwhile. */
async function fill(owner: Signed, label: string, assigneeId: string): Promise<string[]> {
  const { client } = owner
  const post = (path: string, body?: object) => send(client, path, body)
  const card = await post('/api/tasks', { title: `Card of ${label}`, kind: 'task', assigneeId })
  await post(`/api/tasks/${card.id}/timeline`, { kind: 'comment', body: `Comment of ${label}` })
  const { key: asset } = await client.assets.upload(drawPng(8), { visibility: 'priv' })
  await send(client, `/api/assets/${asset}`, { name: `${label}.png` }, 'PATCH')
  await send(client, '/api/invoicing/seller', hamburg, 'PUT')
  const customer = await post('/api/customers', {
    name: `Customer of ${label}`,
    email: `${label}@example.com`,
    billingCountry: 'DE',
    billingCity: 'Bremen',
    billingLine1: 'Market 2',
    billingPostalCode: '28195',
  })
  const lineItems = [{ description: 'Work', quantity: 1, unitAmountCents: 10_000 }]
  const draft = { customerId: customer.id, vatRateBps: 1_900, lineItems }
  const { id } = await post('/api/invoicing', draft)
  await post(`/api/invoicing/${id}/finalize`)
  await post(`/api/invoicing/${id}/credit-notes`, { amountCents: 1_000, reason: 'Late' })
  const start = {
    id: 'start',
    type: 'trigger.manual',
    name: 'Start',
    params: {},
    position: { x: 0, y: 0 },
  }
  await post('/api/workflows', {
    name: `Workflow of ${label}`,
    graph: { nodes: [start], edges: [] },
  })
  await addAccount(owner, { name: `Shared account of ${label}`, shared: true })
  await addAccount(owner, { name: `Own account of ${label}`, shared: false })
  await post('/api/agent-runs', { kind: 'implement', prompt: `Agent task of ${label}` })
  const { key } = await client.auth.createApiKey({ name: `Key of ${label}` })
  const hook = { url: 'https://hooks.example.com/atrium', events: ['task.created'] }
  const { secret } = await post('/api/webhook-endpoints', hook)
  for (const each of [key, secret]) expect(each).toBeTypeOf('string')
  return [key, secret ?? '', owner.password]
}

const download = (client: Client, url: string): Promise<Response> =>
  client.request(new URL(url).pathname)

test('exports an organisation completely, without secrets and without other organisations', async () => {
  const owner = await signUp('owner')
  const stranger = await signUp('stranger')
  const secrets = [
    ...(await fill(owner, 'ours', owner.userId)),
    ...(await fill(stranger, 'theirs', stranger.userId)),
    sealedToken,
  ]
  const { id } = await owner.client.call(createExport, {})
  await eventually(async () => {
    const { status } = await owner.client.call(getExport, { params: { id } })
    expect(status).toBe('ready')
  }, 60_000)
  const { items } = await owner.client.call(listExports, {})
  expect(items).toMatchObject([{ id, status: 'ready' }])
  const url = items[0]?.url ?? ''
  await expect(download(stranger.client, url)).rejects.toThrow(AtriumError)
  const archive = unzipSync(new Uint8Array(await (await download(owner.client, url)).arrayBuffer()))
  const texts = new Map<string, string>()
  for (const [name, bytes] of Object.entries(archive)) {
    const text = Buffer.from(bytes).toString('latin1')
    expect(text, name).not.toContain(stranger.org.id)
    expect(text, name).not.toContain('theirs')
    for (const secret of secrets) expect(text, name).not.toContain(secret)
    if (name.endsWith('.jsonl')) {
      const lines = Buffer.from(bytes).toString().trimEnd().split('\n')
      for (const line of lines) expect(JSON.parse(line)).toBeTypeOf('object')
      texts.set(name, lines.join('\n'))
    }
  }
  expect(texts.get('board/tasks.jsonl')).toContain('Card of ours')
  expect(texts.get('board/timeline_entries.jsonl')).toContain('Comment of ours')
  expect(texts.get('connect/channels.jsonl')).toContain('Shared account of ours')
  expect(texts.get('connect/channels.jsonl')).not.toContain('Own account of ours')
  expect(texts.get('identity/member.jsonl')).toContain(owner.userId)
  expect(texts.get('identity/apikey.jsonl')).toContain('Key of ours')
  expect(texts.get('invoicing/customers.jsonl')).toContain('Customer of ours')
  expect(texts.get('workflow/workflows.jsonl')).toContain('Workflow of ours')
  expect(texts.get('workflow/webhook_endpoints.jsonl')).toContain('hooks.example.com')
  expect(texts.get('assets/file_descriptions.jsonl')).toContain('ours.png')
  expect([...texts.keys()].join()).not.toContain('agent')
  const names = Object.keys(archive)
  const read = (pattern: RegExp) => {
    const found = names.filter((name) => pattern.test(name))
    expect(found, String(pattern)).toHaveLength(1)
    return Buffer.from(archive[found[0] ?? ''] ?? [])
  }
  expect(
    read(/^invoices\/.*\.pdf$/)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(
    read(/^credit-notes\/.*\.pdf$/)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const picture = Buffer.from(await drawPng(8).arrayBuffer())
  expect(read(/^files\/priv\/.*\.png$/).equals(picture)).toBe(true)
})

test('exports everything about a user, and nothing that others own', async () => {
  const owner = await signUp('host')
  const member = await signUp('guest')
  const invitation = await owner.client.auth.inviteMember({ email: member.email, role: 'member' })
  await member.client.auth.acceptInvitation(invitation.id)
  const secrets = await fill(owner, 'hosted', member.userId)
  await addAccount({ ...member, org: owner.org }, { name: 'Account of the guest', shared: false })
  await send(member.client, '/api/agent-runs', {
    kind: 'implement',
    prompt: 'Task of the guest’s agent',
  })
  const { records } = await member.client.call(exportMe, {})
  const text = JSON.stringify(records)
  expect(records).toMatchObject({
    user: [{ id: member.userId, email: member.email }],
    tasks: [{ title: 'Card of hosted', assignee_id: member.userId }],
    channels: [{ name: 'Account of the guest' }],
    agent_runs: [{ prompt: 'Task of the guest’s agent' }],
  })
  expect(records['member']).toHaveLength(2)
  expect(records['session']?.length).toBeGreaterThan(0)
  for (const foreign of [...secrets, sealedToken, member.password, 'Own account of hosted'])
    expect(text).not.toContain(foreign)
  expect(text).not.toContain('Agent task of hosted')
  expect(text).not.toContain('Customer of hosted')
  // Leaving the organisation ends the access to its records.
  await database.query(
    'delete from identity.member where "organizationId" = $1 and "userId" = $2',
    [owner.org.id, member.userId],
  )
  expect((await member.client.call(exportMe, {})).records).not.toHaveProperty('tasks')
})
