import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  CheckChannels,
  commonErrors,
  OrgMemberLeft,
  type OrgRole,
  RoleOf,
  UsersByIds,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Caller,
  connectPage,
  consent,
  type Harness,
  startHarness,
  toLocation,
} from './harness.ts'
import { buildPoster } from './network-posts.ts'

let harness: Harness
let gate: Server
let ada: Caller
/** Runs before the network responds to the next call. */
let meanwhile: (() => Promise<void>) | undefined
let away = false
const roles = new Map<string, OrgRole>()

beforeAll(async () => {
  // A proxy in front of the network that delays responses as long as a test needs.
  gate = createServer((request, response) => {
    const now = meanwhile
    meanwhile = undefined
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      await now?.()
      const answer = await fetch(`${harness.sandbox.url}/pagenet/v25.0${request.url}`, {
        method: request.method ?? 'GET',
        headers: {
          'content-type': request.headers['content-type'] ?? 'text/plain',
          ...(request.headers.authorization
            ? { authorization: request.headers.authorization }
            : {}),
        },
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(await answer.text())
    })
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const { port } = gate.address() as AddressInfo
  const env = {
    PAGENET_TOKEN_URL: `http://127.0.0.1:${port}/oauth/access_token`,
    PAGENET_API_URL: `http://127.0.0.1:${port}`,
  }
  harness = await startHarness({ env, networkTimeoutMs: 20_000 })
  await harness.answer([
    rpcHandler(UsersByIds, async () => ({ users: [] })),
    rpcHandler(RoleOf, async ({ orgId, userId }) => {
      if (away) throw commonErrors.unavailable()
      return { role: roles.get(`${orgId} ${userId}`) ?? null }
    }),
  ])
})
afterAll(async () => {
  gate.closeAllConnections()
  gate.close()
  await harness.stop()
})
beforeEach(() => {
  ada = harness.person()
})

async function leave({ orgId, userId }: Caller): Promise<void> {
  const { db } = harness.deps
  roles.delete(`${orgId} ${userId}`)
  await inTransaction(db, undefined, (tx) => emit(tx, OrgMemberLeft, orgId, { orgId, userId }))
  await eventually(async () =>
    expect(
      await db.selectFrom('oauth_states').select('org_id').where('org_id', '=', orgId).execute(),
    ).toEqual([]),
  )
}

const readRows = async ({ orgId }: Caller) => {
  const { db } = harness.deps
  const channels = db.selectFrom('channels').select('id').where('org_id', '=', orgId)
  const pickers = db.selectFrom('pickers').select('id').where('org_id', '=', orgId)
  return [...(await channels.execute()), ...(await pickers.execute())]
}

test('connects nothing if the member leaves before the network responds', async () => {
  const callback = await consent(ada)
  meanwhile = () => leave(ada)
  const back = toLocation(await ada('GET', callback))
  expect(back.searchParams.get('error')).toBe('state_invalid')
  expect(await readRows(ada)).toEqual([])
})

test('connects no pasted token if its member leaves before the network responds', async () => {
  const token = harness.sandbox.pagenet.giveToken({ kind: 'page', pageId: '1002' })
  meanwhile = () => leave(ada)
  expect((await ada('POST', '/api/connect/pagenet/manual', { token })).status).toBe(404)
  expect(await readRows(ada)).toEqual([])
})

test('completes a connect only once if its callback arrives twice', async () => {
  const callback = await consent(ada)
  const [first, second] = await Promise.all([ada('GET', callback), ada('GET', callback)])
  const outcomes = [first, second].map((answer) => [...toLocation(answer).searchParams.keys()][0])
  expect(outcomes.toSorted()).toEqual(['error', 'picker'])
})

test('lets members use shared channels, but not former members', async () => {
  const id = await connectPage(ada)
  const bob = harness.person({ orgId: ada.orgId, role: 'member' })
  roles.set(`${bob.orgId} ${bob.userId}`, 'member')
  await ada('PATCH', `/api/connectors/${id}`, { shared: true })
  const usable = async () => {
    const asked = { orgId: bob.orgId, userId: bob.userId, channelIds: [id] }
    return (await callRpc(harness.bus, CheckChannels, asked)).channels[0]?.usable
  }
  const poster = buildPoster(harness, 'pagenet', bob, id)
  const posted = await poster.publish(poster.post())
  if (posted.outcome !== 'posted') throw new Error(JSON.stringify(posted))
  expect(await usable()).toBe(true)
  away = true
  expect(await poster.publish(poster.post())).toMatchObject({ failure: { class: 'retry' } })
  away = false
  await leave(bob)
  expect(await usable()).toBe(false)
  const blocked = {
    outcome: 'failed',
    failure: { class: 'blocked', fix: expect.stringContaining('again') },
  }
  expect(await poster.publish(poster.post())).toMatchObject(blocked)
  expect(await poster.comment(posted.externalId, 'From outside')).toMatchObject(blocked)
})
