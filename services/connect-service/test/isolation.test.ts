import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectPage, consent, startHarness, toLocation } from './harness.ts'

// Started before the tests are collected, because the tests are generated from the mounted
// operations.
const harness = await startHarness({ networks: ['model'] })
const owner = harness.person()
const ids = { channel: '', picker: '' }

beforeAll(async () => {
  ids.channel = await connectPage(owner)
  ids.picker = toLocation(await owner('GET', await consent(owner))).searchParams.get('picker') ?? ''
})
afterAll(() => harness.stop())

/** The expected response of each operation to another member of the owner's organisation. */
const cases: Readonly<
  Record<string, { id?: keyof typeof ids; body?: object; query?: () => string; status: number }>
> = {
  listConnectNetworks: { status: 200 },
  startConnect: { status: 302 },
  finishConnect: { query: () => '?state=guessed&code=guessed', status: 302 },
  listConnectPickers: { status: 200 },
  getConnectPicker: { id: 'picker', status: 404 },
  settleConnectPicker: { id: 'picker', body: { pageId: '1001' }, status: 404 },
  connectManually: { body: { token: 'guessed-token' }, status: 422 },
  connectModel: { body: { provider: 'gateway', apiKey: 'guessed-key' }, status: 422 },
  connectImap: {
    body: {
      host: '127.0.0.1',
      port: 993,
      user: 'guessed',
      password: 'guessed-password',
      smtpHost: '127.0.0.1',
      smtpPort: 465,
      from: 'guessed@example.com',
    },
    status: 422,
  },
  introspectConnection: { query: () => `?channelId=${ids.channel}`, status: 404 },
  startVideoUpload: {
    body: { channelId: 'chn_guessed', title: 'A', sizeBytes: 1, contentType: 'video/mp4' },
    status: 404,
  },
  getVideoUpload: { id: 'picker', status: 404 },
  sendVideoChunk: { id: 'picker', status: 404 },
  listConnectors: { status: 200 },
  updateConnector: { id: 'channel', body: { name: 'stolen' }, status: 404 },
  forgetConnector: { id: 'channel', status: 404 },
  getPostingSlots: { id: 'channel', status: 404 },
  putPostingSlots: { id: 'channel', body: { items: [] }, status: 404 },
}

describe.each(harness.operations.map((operation) => [operation.id, operation] as const))(
  '%s',
  (id, operation) => {
    const call = () => {
      const about = cases[id]
      if (about === undefined) throw new Error(`${id} has no case`)
      const path = operation.path
        .replace('{network}', 'pagenet')
        .replace('{id}', about.id === undefined ? '' : ids[about.id])
      return { ...about, path: path + (about.query?.() ?? '') }
    }

    test("hides an owner's data from a colleague and refuses the colleague's changes", async () => {
      const { path, body, status } = call()
      const colleague = harness.person({ orgId: owner.principal.orgId })
      const answer = await colleague(operation.method.toUpperCase(), path, body)
      expect([answer.status, answer.text]).toEqual([
        status,
        expect.not.stringContaining(ids.channel),
      ])
      const items = (await owner('GET', '/api/connectors')).body['items']
      expect(items).toMatchObject([{ id: ids.channel, name: 'Harbour Bakery' }])
    })

    test('requires a session', async () => {
      const { path, body } = call()
      const answer = await harness.request(path, {
        method: operation.method.toUpperCase(),
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      if (operation.access === 'optional') {
        expect(toLocation(answer).searchParams.get('error')).toBe('state_invalid')
      } else {
        expect(answer.status).toBe(401)
      }
    })
  },
)
