import { expect, test } from 'vitest'
import { findChannelById } from '../src/channels/refresh.db.ts'
import { onTokenStage } from './token-stage.ts'

const stage = onTokenStage()

test('deletes a channel at once and then revokes its tokens at the network', async () => {
  const tokens = stage.network.give()
  const row = await stage.channel(30, stage.person, tokens)
  stage.network.delayMs = 5_000
  expect((await stage.person('DELETE', `/api/connectors/${row.id}`)).status).toBe(204)
  // The network has not responded yet.
  expect(stage.harness.deps.revocations.size).toBe(1)
  await Promise.all(stage.harness.deps.revocations)
  expect(stage.network.revoked).toEqual([tokens.refreshToken])
})

test('deletes a channel even if the network does not revoke tokens', async () => {
  for (const failure of [
    'cut',
    { status: 500, body: '' },
    { status: 200, body: '<html>' },
  ] as const) {
    const row = await stage.channel(30)
    stage.network.failure = failure
    expect((await stage.person('DELETE', `/api/connectors/${row.id}`)).status).toBe(204)
    await Promise.all(stage.harness.deps.revocations)
    expect(await findChannelById(stage.harness.deps.db, row.id)).toBeUndefined()
  }
})

test('keeps the tokens if another channel has the same account', async () => {
  const other = stage.harness.person()
  const [mine, theirs] = [await stage.channel(30), await stage.channel(30, other)]
  await stage.person('DELETE', `/api/connectors/${mine.id}`)
  await Promise.all(stage.harness.deps.revocations)
  expect(stage.network.revoked).toEqual([])
  await other('DELETE', `/api/connectors/${theirs.id}`)
  await Promise.all(stage.harness.deps.revocations)
  expect(stage.network.revoked).toHaveLength(1)
})
