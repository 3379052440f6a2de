import { listOperations } from '@atrium/http'
import { afterAll, expect, it } from 'vitest'
import { webhookSecrets } from '../src/config.ts'
import { credentialOpener } from '../src/credentials/open-credential.ts'
import { resealValues } from '../src/system/reseal-values.ts'
import { type Caller, startHarness } from './harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

interface Body {
  id: string
  name: string
  code: string
  total: number
  items: { id: string }[]
}
const path = '/api/credentials'
const input = { name: 'CRM', host: 'api.example.com', value: 'Bearer secret' }
const owner = () => harness.caller({ role: 'owner' })
const create = async (caller: Caller, body: object = input) => {
  const answer = await caller.call<Body>('POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const secrets = (current: string, previous = '') =>
  webhookSecrets({
    WEBHOOK_SECRET_ENCRYPTION_KEY: current,
    WEBHOOK_SECRET_ENCRYPTION_KEY_PREVIOUS: previous,
  } as never)
const toRow = (id: string) =>
  harness.db.selectFrom('credentials').selectAll().where('id', '=', id).executeTakeFirst()

it('stores a credential sealed and never returns its value', async () => {
  const caller = owner()
  const made = await create(caller)
  expect(made).toMatchObject({ name: 'CRM', host: 'api.example.com', header: 'Authorization' })
  const shown = [
    made,
    (await caller.call('GET', `${path}/${made.id}`)).body,
    (await caller.call('GET', path)).body,
  ]
  expect(JSON.stringify(shown)).not.toContain('secret')
  expect((await toRow(made.id))?.secret).not.toContain('Bearer')
})

it('requires the value again when the host or header changes, not when only the name changes', async () => {
  const caller = owner()
  const { id } = await create(caller)
  const change = (body: object) => caller.call<Body>('PATCH', `${path}/${id}`, body)
  const before = await toRow(id)
  for (const body of [{ host: 'evil.example' }, { header: 'X-Key' }])
    expect((await change(body)).status).toBe(400)
  expect(await toRow(id)).toEqual(before)
  expect((await change({ name: 'Customers' })).body.name).toBe('Customers')
  expect((await change({ host: 'other.example', value: 'x' })).status).toBe(200)
})

it('requires unique names in an org and checks hosts and headers', async () => {
  const caller = owner()
  await create(caller)
  const again = await caller.call<Body>('POST', path, input)
  expect([again.status, again.body.code]).toEqual([409, 'credential_name_taken'])
  await create(owner())
  for (const wrong of [
    { host: 'https://api.example.com' },
    { host: 'a/b' },
    { host: 'A.example' },
    { host: 'u:p@h' },
    { header: 'Host' },
    { header: 'Content-Length' },
    { header: 'a b' },
    { value: 'a\r\nb' },
    { value: '' },
  ]) {
    const { status } = await caller.call('POST', path, { ...input, name: 'Other', ...wrong })
    expect(status, JSON.stringify(wrong)).toBe(400)
  }
  const { body } = await caller.call('POST', path, { ...input, host: 'https://api.example.com' })
  expect(body).toMatchObject({
    errors: [
      {
        path: 'host',
        message: 'Enter a host such as api.example.com, in lower case and without https://',
      },
    ],
  })
})

it('shows credentials to members and lets only owners and admins manage them', async () => {
  const caller = owner()
  const { id } = await create(caller)
  const member = harness.caller({ orgId: caller.principal.orgId, role: 'member' })
  expect((await member.call<Body>('GET', path)).body.total).toBe(1)
  for (const [method, to, body] of [
    ['POST', path, { ...input, name: 'Mine' }],
    ['PATCH', `${path}/${id}`, { name: 'Mine' }],
    ['DELETE', `${path}/${id}`, undefined],
  ] as const)
    expect((await member.call(method, to, body)).status, method).toBe(403)
  expect((await caller.call('DELETE', `${path}/${id}`)).status).toBe(204)
  expect(await toRow(id)).toBeUndefined()
})

const operations = listOperations(harness.service.app).filter(({ path: each }) =>
  each.startsWith(`${path}/`),
)
it.each(operations.map((operation) => [operation.id, operation] as const))(
  'responds with 404 to %s of another org and changes nothing',
  async (_, operation) => {
    const { id } = await create(owner())
    const before = await toRow(id)
    const body = operation.id === 'updateCredential' ? { name: 'taken' } : undefined
    const to = operation.path.replace('{id}', id)
    expect((await owner().call(operation.method.toUpperCase(), to, body)).status).toBe(404)
    expect(await toRow(id)).toEqual(before)
  },
)

it('opens a credential by id or name for its own org only', async () => {
  const caller = owner()
  const { id } = await create(caller)
  const orgId = caller.principal.orgId ?? ''
  const row = await toRow(id)
  const keys = secrets('a key of this test')
  await harness.db
    .updateTable('credentials')
    .set({ secret: keys.seal('Bearer secret', id) })
    .where('id', '=', id)
    .execute()
  const open = credentialOpener({ db: harness.db, secrets: keys })
  const expected = {
    name: 'CRM',
    host: 'api.example.com',
    header: row?.header,
    value: 'Bearer secret',
  }
  expect(await open(orgId, id)).toEqual(expected)
  expect(await open(orgId, 'CRM')).toEqual(expected)
  expect(await open('org_other', id)).toBeUndefined()
  const stranger = credentialOpener({ db: harness.db, secrets: secrets('another key') })
  expect((await stranger(orgId, id))?.value).toBeUndefined()
})

it('seals values of an earlier key again under the current key', async () => {
  const { id } = await create(owner())
  const [earlier, present] = [
    secrets('the earlier key'),
    secrets('the present key', 'the earlier key'),
  ]
  await harness.db
    .updateTable('credentials')
    .set({ secret: earlier.seal('v', id) })
    .where('id', '=', id)
    .execute()
  const logger = { info() {}, error() {} }
  await resealValues({ db: harness.db, secrets: present, logger } as never)
  const sealed = (await toRow(id))?.secret ?? ''
  expect(sealed.startsWith(present.prefix)).toBe(true)
  expect(present.open(sealed, id)?.text).toBe('v')
})
