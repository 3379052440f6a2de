import { inTransaction, json } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { findChannelById, takeLease } from '../src/channels/refresh.db.ts'
import { refreshExpiring } from '../src/channels/refresh-expiring.ts'
import { inMinutes, onTokenStage, refusal } from './token-stage.ts'

const stage = onTokenStage()
const isRefresh = (token: string) => token.includes('refresh')

test('uses a token until five minutes before its expiry, then refreshes it', async () => {
  const tokens = stage.network.give()
  const row = await stage.channel(6, stage.person, tokens)
  expect(await stage.tokenOf(stage.harness.deps, row)).toBe(tokens.accessToken)
  expect(stage.network.refreshes).toEqual([])
  stage.harness.clock.offsetMs = 2 * 60_000
  const fresh = await stage.tokenOf(stage.harness.deps, row)
  stage.harness.clock.offsetMs = 0
  expect(fresh).not.toBe(tokens.accessToken)
  expect(stage.network.refreshes).toEqual([tokens.refreshToken])
  const { expires_at, token_tail, refresh_lease } = await stage.stored(row.id)
  expect(token_tail).toBe(fresh.slice(-4))
  expect(refresh_lease).toBeNull()
  expect(expires_at?.getTime()).toBeGreaterThan(inMinutes(60).getTime())
})

test('asks the network once for two replicas and forty concurrent calls', async () => {
  for (let round = 0; round < 3; round += 1) {
    stage.network.refreshes.splice(0)
    stage.network.delayMs = 150
    const row = await stage.channel(round - 1)
    const calls = Array.from({ length: 40 }, (_, n) =>
      stage.tokenOf(n % 2 === 0 ? stage.harness.deps : stage.replica, row),
    )
    const tokens = new Set(await Promise.all(calls))
    expect(stage.network.refreshes).toHaveLength(1)
    expect([...tokens]).toEqual([expect.stringMatching(/^marked-access-/)])
  }
})

test('lets a lease expire if its holder died', async () => {
  const tokens = stage.network.give()
  const row = await stage.channel(3, stage.person, tokens)
  const held = await inTransaction(stage.harness.deps.db, undefined, (tx) => takeLease(tx, row))
  expect(held).toBeDefined()
  expect(
    await inTransaction(stage.harness.deps.db, undefined, (tx) => takeLease(tx, row)),
  ).toBeUndefined()
  await stage.harness.deps.db
    .updateTable('channels')
    .set({ refresh_lease_until: new Date(Date.now() - 1_000) })
    .where('id', '=', row.id)
    .execute()
  expect(await stage.tokenOf(stage.replica, row)).not.toBe(tokens.accessToken)
  expect(stage.network.refreshes).toHaveLength(1)
})

test('keeps the refresh token if a response contains an empty one', async () => {
  stage.network.rotates = false
  const tokens = stage.network.give()
  const row = await stage.channel(1, stage.person, tokens)
  await stage.tokenOf(stage.harness.deps, row)
  expect(await stage.refreshTokenOf(row.id)).toBe(tokens.refreshToken)
  stage.network.rotates = true
  stage.harness.clock.offsetMs = 60 * 60_000
  await stage.tokenOf(stage.harness.deps, await stage.stored(row.id))
  stage.harness.clock.offsetMs = 0
  expect(stage.network.refreshes).toEqual([tokens.refreshToken, tokens.refreshToken])
  expect(await stage.refreshTokenOf(row.id)).not.toBe(tokens.refreshToken)
})

test('keeps the tokens of a reconnect if a late refresh response arrives', async () => {
  const row = await stage.channel(1)
  stage.network.delayMs = 300
  const refreshing = stage.tokenOf(stage.harness.deps, row)
  await eventually(() => expect(stage.network.refreshes).toHaveLength(1))
  const tokens = stage.network.give()
  await stage.channel(60, stage.person, tokens)
  expect(await refreshing).toBe(tokens.accessToken)
  expect(await stage.refreshTokenOf(row.id)).toBe(tokens.refreshToken)
})

test('does not restore a channel that is deleted during its refresh', async () => {
  const row = await stage.channel(1)
  stage.network.delayMs = 300
  const refreshing = refusal(stage.tokenOf(stage.harness.deps, row))
  await eventually(() => expect(stage.network.refreshes).toHaveLength(1))
  expect((await stage.person('DELETE', `/api/connectors/${row.id}`)).status).toBe(204)
  expect((await refreshing).class).toBe('reconnect')
  await Promise.all(stage.harness.deps.revocations)
  expect(new Set(stage.network.revoked)).toEqual(
    new Set([...stage.network.given].filter(isRefresh).slice(-2)),
  )
  expect(await findChannelById(stage.harness.deps.db, row.id)).toBeUndefined()
})

test('refreshes idle channels a quarter of an hour early, on one replica, even if some fail', async () => {
  const people = Array.from({ length: 6 }, () => stage.harness.person())
  const rows = []
  for (const [n, owner] of people.entries()) rows.push(await stage.channel(n < 5 ? 10 : 20, owner))
  const over = await stage.channel(10, stage.harness.person(), {
    accessToken: 'marked-over',
    refreshToken: 'never-given',
  })
  stage.network.delayMs = 30
  const { signal } = new AbortController()
  await Promise.all(
    [stage.harness.deps, stage.replica, stage.harness.deps].map((deps) =>
      refreshExpiring(deps, signal),
    ),
  )
  expect(stage.network.refreshes).toHaveLength(6)
  for (const [n, row] of rows.entries()) {
    const { expires_at } = await stage.stored(row.id)
    expect([n, (expires_at ?? new Date(0)) > inMinutes(50)]).toEqual([n, n < 5])
  }
  expect((await stage.stored(over.id)).status).toBe('invalidated')
})

test('uses a channel without a refresh token until it expires, then asks to reconnect', async () => {
  const row = await stage.channel(1, stage.person, {
    accessToken: 'marked-only-access',
    refreshToken: '',
  })
  expect(await stage.tokenOf(stage.harness.deps, row)).toBe('marked-only-access')
  expect(stage.network.refreshes).toEqual([])
})

test('shows a channel as expiring only if nothing refreshes it or its refresh fails', async () => {
  const { db } = stage.harness.deps
  const [renewed, plain] = [
    await stage.channel(60),
    await stage.channel(60, stage.harness.person()),
  ]
  const badge = async (id: string, caller = stage.person) => {
    const items = (await caller('GET', '/api/connectors')).body['items'] as unknown as {
      id: string
      badge: string | null
    }[]
    return items.find((item) => item.id === id)?.badge
  }
  expect(await badge(renewed.id)).toBeNull()
  const change = (changes: {
    refresh_token?: null
    expires_at?: Date
    refresh_not_before?: Date
  }) => db.updateTable('channels').set(changes).where('id', '=', renewed.id).execute()
  await change({ expires_at: inMinutes(-1) })
  expect(await badge(renewed.id)).toBeNull()
  await change({ refresh_not_before: inMinutes(5) })
  expect(await badge(renewed.id)).toBe('expired')
  await change({ refresh_token: null, expires_at: inMinutes(60) })
  expect(await badge(renewed.id)).toBe('expiring')
  expect(
    await db.selectFrom('channels').where('id', '=', plain.id).select('id').execute(),
  ).toHaveLength(1)
})

test('refreshes other channels even if some belong to dormant networks or never succeed', async () => {
  const { db } = stage.harness.deps
  const like = await stage.channel(2)
  const dormant = Array.from({ length: 250 }, (_, n) => ({
    ...like,
    id: `chn_dormant_${n}`,
    account_id: `gone-${n}`,
    network: 'mailbox' as const,
    expires_at: inMinutes(-60),
    requested_scopes: json<string[]>([]),
    settings: json<Record<string, string>>({}),
  }))
  await db.insertInto('channels').values(dormant).execute()
  await refreshExpiring(stage.harness.deps, new AbortController().signal)
  expect((await stage.stored(like.id)).expires_at?.getTime()).toBeGreaterThan(
    inMinutes(30).getTime(),
  )
  // The oldest tokens cannot be opened. They are delayed and from then on come last.
  const broken = dormant.slice(0, 8).map((row, n) => ({
    ...row,
    id: `chn_broken_${n}`,
    account_id: `broken-${n}`,
    network: 'pronet' as const,
  }))
  await db.insertInto('channels').values(broken).execute()
  const due = await stage.channel(2, stage.harness.person())
  for (let round = 0; round < 3; round += 1) {
    await refreshExpiring(stage.harness.deps, new AbortController().signal)
    stage.harness.clock.offsetMs += 31_000
  }
  stage.harness.clock.offsetMs = 0
  expect((await stage.stored(due.id)).expires_at?.getTime()).toBeGreaterThan(
    inMinutes(30).getTime(),
  )
  await db.deleteFrom('channels').where('id', 'like', 'chn_dormant_%').execute()
  await db.deleteFrom('channels').where('id', 'like', 'chn_broken_%').execute()
})
