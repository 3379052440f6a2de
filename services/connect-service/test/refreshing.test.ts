import { PublishPost } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChannelRow } from '../src/channels/channel.ts'
import { channelToken } from '../src/channels/channel-token.ts'
import { saveChannel } from '../src/channels/channels.db.ts'
import { findChannelById, takeLease } from '../src/channels/refresh.db.ts'
import { refreshExpiring } from '../src/channels/refresh-expiring.ts'
import type { Deps } from '../src/deps.ts'
import { NetworkError } from '../src/network/network-error.ts'
import { requireProvider } from '../src/require-provider.ts'
import { sealContext } from '../src/tokens/token-vault.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { startTokenNetwork, type TokenNetwork } from './token-network.ts'

let network: TokenNetwork
let harness: Harness
let replica: Deps
let person: Caller

beforeAll(async () => {
  network = await startTokenNetwork()
  harness = await startHarness({ furtherProviders: (client, now) => [network.provider(client, now)] })
  replica = await harness.addReplica()
})
afterAll(async () => {
  await harness?.stop()
  await network?.stop()
})
beforeEach(async () => {
  Object.assign(network, { failure: undefined, rotates: true, delayMs: 0, lifetimeSeconds: 3_600 })
  network.refreshes.splice(0)
  network.revoked.splice(0)
  await harness.deps.db.deleteFrom('channels').execute()
  person = harness.person()
})

const isRefresh = (token: string) => token.includes('refresh')
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** A channel whose token ends in so many minutes. */
async function channel(minutes: number, owner = person, tokens = network.give()): Promise<ChannelRow> {
  const { vault } = requireProvider(harness.deps, 'pronet')
  const account = { id: '77', name: 'Ours', pictureUrl: null, ...tokens, expiresAt: inMinutes(minutes) }
  return inTransaction(harness.deps.db, undefined, (tx) =>
    saveChannel(tx, vault, owner.principal, 'pronet', account, ['post']),
  )
}
const tokenOf = async (deps: Deps, row: ChannelRow) =>
  (await channelToken(deps, requireProvider(deps, 'pronet'), row)).accessToken
const stored = async (id: string) => {
  const row = await findChannelById(harness.deps.db, id)
  if (row === undefined) throw new Error('no such channel')
  return row
}
const refreshTokenOf = async (id: string) => {
  const { vault } = requireProvider(harness.deps, 'pronet')
  return vault.open((await stored(id)).refresh_token ?? '', sealContext.refresh(id)).value
}
let posts = 0
const aPost = (row: ChannelRow) => {
  posts += 1
  return {
    ...{ ownerId: row.owner_id, channelId: row.id, taskId: `task_${posts}`, attemptKey: `claim_${posts}` },
    ...{ platform: 'pronet' as const, title: '', body: `Hello ${posts}`, link: null },
    ...{ linkHandling: 'keep' as const, media: [], firstComment: null },
  }
}
const refusal = (call: Promise<unknown>): Promise<NetworkError> =>
  call.then(
    () => expect.unreachable('it was not refused'),
    (error: unknown) => {
      if (error instanceof NetworkError) return error
      throw error
    },
  )

test('a token is used as it is until five minutes before its end, then refreshed', async () => {
  const tokens = network.give()
  const row = await channel(6, person, tokens)
  expect(await tokenOf(harness.deps, row)).toBe(tokens.accessToken)
  expect(network.refreshes).toEqual([])
  harness.clock.offsetMs = 2 * 60_000
  const fresh = await tokenOf(harness.deps, row)
  harness.clock.offsetMs = 0
  expect(fresh).not.toBe(tokens.accessToken)
  expect(network.refreshes).toEqual([tokens.refreshToken])
  const { expires_at, token_tail, refresh_lease } = await stored(row.id)
  expect(token_tail).toBe(fresh.slice(-4))
  expect(refresh_lease).toBeNull()
  expect(expires_at?.getTime()).toBeGreaterThan(inMinutes(60).getTime())
})

test('two replicas and forty calls at once: the network is asked exactly once, all get the new token', async () => {
  for (let round = 0; round < 3; round += 1) {
    network.refreshes.splice(0)
    network.delayMs = 150
    const row = await channel(round - 1)
    const calls = Array.from({ length: 40 }, (_, n) => tokenOf(n % 2 === 0 ? harness.deps : replica, row))
    const tokens = new Set(await Promise.all(calls))
    expect(network.refreshes).toHaveLength(1)
    expect([...tokens]).toEqual([expect.stringMatching(/^marked-access-/)])
  }
})

test('the lease of a holder that died ends by itself', async () => {
  const tokens = network.give()
  const row = await channel(3, person, tokens)
  const held = await inTransaction(harness.deps.db, undefined, (tx) => takeLease(tx, row))
  expect(held).toBeDefined()
  expect(await inTransaction(harness.deps.db, undefined, (tx) => takeLease(tx, row))).toBeUndefined()
  await harness.deps.db
    .updateTable('channels')
    .set({ refresh_lease_until: new Date(Date.now() - 1_000) })
    .where('id', '=', row.id)
    .execute()
  expect(await tokenOf(replica, row)).not.toBe(tokens.accessToken)
  expect(network.refreshes).toHaveLength(1)
})

test('an empty refresh token leaves the good one where it is', async () => {
  network.rotates = false
  const tokens = network.give()
  const row = await channel(1, person, tokens)
  await tokenOf(harness.deps, row)
  expect(await refreshTokenOf(row.id)).toBe(tokens.refreshToken)
  network.rotates = true
  harness.clock.offsetMs = 60 * 60_000
  await tokenOf(harness.deps, await stored(row.id))
  harness.clock.offsetMs = 0
  expect(network.refreshes).toEqual([tokens.refreshToken, tokens.refreshToken])
  expect(await refreshTokenOf(row.id)).not.toBe(tokens.refreshToken)
})

test('a refused refresh invalidates the channel for every replica and says so once', async () => {
  const tokens = network.give()
  const row = await channel(3, person, tokens)
  network.failure = { status: 400, body: '{"error":"invalid_grant","error_description":"Taken back"}' }
  network.delayMs = 100
  const all = [harness.deps, replica, harness.deps, replica].map((deps) => refusal(tokenOf(deps, row)))
  for (const error of await Promise.all(all)) expect(error.class).toBe('reconnect')
  expect(network.refreshes).toHaveLength(1)
  expect(await stored(row.id)).toMatchObject({ status: 'invalidated', invalid_reason: 'Taken back' })
  const told = () =>
    harness.events.filter((event) => event.includes('channel.invalidated') && event.includes(row.id))
  await eventually(() => expect(told()).toHaveLength(1))
  const input = {
    ...{ ownerId: person.userId, channelId: row.id, taskId: 'task_r', attemptKey: `k-${row.id}` },
    ...{ platform: 'pronet' as const, title: '', body: 'Hello', link: null, linkHandling: 'keep' as const },
    ...{ media: [], firstComment: null },
  }
  const failed = await callRpc(harness.bus, PublishPost, input)
  expect(failed).toMatchObject({ outcome: 'failed', failure: { class: 'reconnect' } })
  expect(JSON.stringify(failed)).toContain('/channels')
})

test.each([
  ['cut', 'cut'],
  ['500', { status: 500, body: 'broken' }],
  ['garbage', { status: 200, body: '<html>' }],
  ['the platform’s own client refused', { status: 401, body: '{"error":"invalid_client"}' }],
] as const)(
  'a network that fails (%s) leaves a valid token in use, and is asked again only later',
  async (_, failure) => {
    const tokens = network.give()
    const row = await channel(3, person, tokens)
    network.failure = failure
    expect(await tokenOf(harness.deps, row)).toBe(tokens.accessToken)
    expect(await tokenOf(replica, row)).toBe(tokens.accessToken)
    expect(network.refreshes).toHaveLength(1)
    expect(await stored(row.id)).toMatchObject({ status: 'active', refresh_lease: null })
    network.failure = undefined
    harness.clock.offsetMs = 31_000
    const fresh = await tokenOf(replica, row)
    harness.clock.offsetMs = 0
    expect(fresh).not.toBe(tokens.accessToken)
  },
)

test('a network that is down with a token that is over is one to try again, for the publisher too', async () => {
  const row = await channel(-1)
  network.failure = 'cut'
  const input = {
    ...{ ownerId: person.userId, channelId: row.id, taskId: 'task_d', attemptKey: `d-${row.id}` },
    ...{ platform: 'pronet' as const, title: '', body: 'Hello', link: null, linkHandling: 'keep' as const },
    ...{ media: [], firstComment: null },
  }
  const failed = await callRpc(harness.bus, PublishPost, input)
  expect(failed).toMatchObject({ outcome: 'failed', failure: { class: 'retry' } })
  expect((await stored(row.id)).status).toBe('active')
  network.failure = undefined
  harness.clock.offsetMs = 31_000
  const posted = await callRpc(harness.bus, PublishPost, { ...input, attemptKey: `e-${row.id}` })
  harness.clock.offsetMs = 0
  expect(posted.outcome).toBe('posted')
})

test('a token that is refused before its time is renewed, and the post sent once with the new one', async () => {
  const tokens = network.give()
  network.refused.add(tokens.accessToken)
  for (const minutes of [60, 60 * 24 * 400]) {
    network.published.splice(0)
    const row = await channel(minutes, person, tokens)
    const posted = await callRpc(harness.bus, PublishPost, aPost(row))
    expect(posted.outcome).toBe('posted')
    const [first, second, ...more] = network.published
    expect([first, network.refused.has(second ?? ''), more]).toEqual([tokens.accessToken, false, []])
    expect((await stored(row.id)).status).toBe('active')
    Object.assign(tokens, network.give())
    network.refused.add(tokens.accessToken)
  }
})

test('it is tried again later while the network does not renew it, and over when the network refuses to', async () => {
  const tokens = network.give()
  network.refused.add(tokens.accessToken)
  const row = await channel(60, person, tokens)
  network.failure = 'cut'
  expect(await callRpc(harness.bus, PublishPost, aPost(row))).toMatchObject({ failure: { class: 'retry' } })
  expect((await stored(row.id)).status).toBe('active')
  network.failure = { status: 400, body: '{"error":"invalid_grant"}' }
  harness.clock.offsetMs = 31_000
  const refused = await callRpc(harness.bus, PublishPost, aPost(row))
  harness.clock.offsetMs = 0
  expect(refused).toMatchObject({ failure: { class: 'reconnect' } })
  expect((await stored(row.id)).status).toBe('invalidated')
})

test('a new token that is refused as well is not renewed again and again', async () => {
  const tokens = network.give()
  const next = `marked-access-${Number(tokens.accessToken.split('-')[2]) + 1}-0123456789`
  network.refused.add(tokens.accessToken).add(next)
  const row = await channel(60, person, tokens)
  expect(await callRpc(harness.bus, PublishPost, aPost(row))).toMatchObject({
    failure: { class: 'reconnect' },
  })
  expect(network.refreshes).toHaveLength(1)
  expect((await stored(row.id)).status).toBe('invalidated')
})

test('a reconnect during a refresh wins: the late answer overwrites nothing', async () => {
  const row = await channel(1)
  network.delayMs = 300
  const refreshing = tokenOf(harness.deps, row)
  await eventually(() => expect(network.refreshes).toHaveLength(1))
  const tokens = network.give()
  await channel(60, person, tokens)
  expect(await refreshing).toBe(tokens.accessToken)
  expect(await refreshTokenOf(row.id)).toBe(tokens.refreshToken)
})

test('a channel that is deleted during a refresh stays deleted', async () => {
  const row = await channel(1)
  network.delayMs = 300
  const refreshing = refusal(tokenOf(harness.deps, row))
  await eventually(() => expect(network.refreshes).toHaveLength(1))
  expect((await person('DELETE', `/api/connectors/${row.id}`)).status).toBe(204)
  expect((await refreshing).class).toBe('reconnect')
  await Promise.all(harness.deps.revocations)
  expect(new Set(network.revoked)).toEqual(new Set([...network.given].filter(isRefresh).slice(-2)))
  expect(await findChannelById(harness.deps.db, row.id)).toBeUndefined()
})

test('idle channels are refreshed a quarter of an hour before their end, by one replica, failures or not', async () => {
  const people = Array.from({ length: 6 }, () => harness.person())
  const rows = []
  for (const [n, owner] of people.entries()) rows.push(await channel(n < 5 ? 10 : 20, owner))
  const over = await channel(10, harness.person(), {
    accessToken: 'marked-over',
    refreshToken: 'never-given',
  })
  network.delayMs = 30
  const { signal } = new AbortController()
  await Promise.all([harness.deps, replica, harness.deps].map((deps) => refreshExpiring(deps, signal)))
  expect(network.refreshes).toHaveLength(6)
  for (const [n, row] of rows.entries()) {
    const { expires_at } = await stored(row.id)
    expect([n, (expires_at ?? new Date(0)) > inMinutes(50)]).toEqual([n, n < 5])
  }
  expect((await stored(over.id)).status).toBe('invalidated')
})

test('a channel without a refresh token is used to its end and then asks to reconnect', async () => {
  const row = await channel(1, person, { accessToken: 'marked-only-access', refreshToken: '' })
  expect(await tokenOf(harness.deps, row)).toBe('marked-only-access')
  expect(network.refreshes).toEqual([])
})

test('a forgotten channel is forgotten at the network too, and at once here', async () => {
  const tokens = network.give()
  const row = await channel(30, person, tokens)
  network.delayMs = 400
  const began = performance.now()
  expect((await person('DELETE', `/api/connectors/${row.id}`)).status).toBe(204)
  expect(performance.now() - began).toBeLessThan(300)
  await Promise.all(harness.deps.revocations)
  expect(network.revoked).toEqual([tokens.refreshToken])
})

test('a network that does not take tokens back changes nothing for who forgets', async () => {
  for (const failure of ['cut', { status: 500, body: '' }, { status: 200, body: '<html>' }] as const) {
    const row = await channel(30)
    network.failure = failure
    expect((await person('DELETE', `/api/connectors/${row.id}`)).status).toBe(204)
    await Promise.all(harness.deps.revocations)
    expect(await findChannelById(harness.deps.db, row.id)).toBeUndefined()
  }
})

test('tokens of an account that somebody else has connected as well are left alone', async () => {
  const other = harness.person()
  const [mine, theirs] = [await channel(30), await channel(30, other)]
  await person('DELETE', `/api/connectors/${mine.id}`)
  await Promise.all(harness.deps.revocations)
  expect(network.revoked).toEqual([])
  await other('DELETE', `/api/connectors/${theirs.id}`)
  await Promise.all(harness.deps.revocations)
  expect(network.revoked).toHaveLength(1)
})
