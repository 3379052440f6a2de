import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from '../../test/harness.ts'

let harness: Harness
let ana: Caller
beforeAll(async () => {
  harness = await startHarness()
  ana = await harness.caller()
})
afterAll(() => harness.stop())

const keyWith = (scopes: string[]) => {
  const { orgId, userId, role } = ana.principal
  return harness.caller({ orgId, userId, role, via: 'api_key', credentialId: 'key_1', scopes })
}
const dueDate = '2090-01-01T00:00:00.000Z'
const draft = async (caller: Caller): Promise<string> => {
  const post = { platform: 'shortpost', channelId: 'chn_1' }
  const answer = await caller.call('POST', '/api/tasks', { kind: 'post', body: 'Hello', post })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const patch = (caller: Caller, id: string, body: object) =>
  caller.call('PATCH', `/api/tasks/${id}`, body)
const refused = {
  status: 403,
  body: { code: 'forbidden', detail: expect.stringContaining('posts:write') },
}

test('lets a board key write drafts but approve no post on any route', async () => {
  const key = await keyWith(['board:write'])
  const id = await draft(key)
  expect((await patch(key, id, { body: 'Hello again' })).body.body).toBe('Hello again')
  expect(await key.call('POST', `/api/tasks/${id}/approve`, { dueDate })).toMatchObject(refused)
  expect(await patch(key, id, { status: 'reviewed', dueDate })).toMatchObject(refused)
  const bulk = await key.call('POST', '/api/tasks/bulk', {
    ids: [id],
    set: { status: 'reviewed', dueDate },
  })
  expect(bulk.body).toMatchObject({ changed: [], refused: [{ id, code: 'forbidden' }] })
  expect((await key.call('GET', `/api/tasks/${id}`)).body).toMatchObject({
    status: 'draft',
    dueDate: null,
  })
})

test('lets a board key change only the tags of an approved post, and move it back to draft', async () => {
  const [key, id] = [await keyWith(['board:write']), await draft(ana)]
  expect((await ana.call('POST', `/api/tasks/${id}/approve`, { dueDate })).status).toBe(200)
  for (const change of [{ body: 'Other' }, { dueDate: '2091-01-01T00:00:00.000Z' }]) {
    expect(await patch(key, id, change)).toMatchObject(refused)
  }
  expect((await patch(key, id, { tags: ['spring'] })).status).toBe(200)
  expect((await patch(key, id, { status: 'draft' })).body).toMatchObject({
    status: 'draft',
    body: 'Hello',
  })
})

test('approves posts with a key that has both scopes or all scopes', async () => {
  for (const scopes of [['board:write', 'posts:write'], ['write']]) {
    const key = await keyWith(scopes)
    const id = await draft(key)
    expect((await patch(key, id, { status: 'reviewed', dueDate })).body.status).toBe('reviewed')
    expect((await patch(key, id, { body: 'Other' })).body.body).toBe('Other')
  }
})
