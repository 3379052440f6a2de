import { expect, test } from 'vitest'
import { findChannelById } from '../src/channels/refresh.db.ts'
import { onTokenStage } from './token-stage.ts'

const stage = onTokenStage()

test('a forgotten channel is forgotten at the network too, and at once here', async () => {
  const tokens = stage.network.give()
  const row = await stage.channel(30, stage.person, tokens)
  stage.network.delayMs = 5_000
  expect((await stage.person('DELETE', `/api/connectors/${row.id}`)).status).toBe(204)
  // The network's answer is still on its way.
  expect(stage.harness.deps.revocations.size).toBe(1)
  await Promise.all(stage.harness.deps.revocations)
  expect(stage.network.revoked).toEqual([tokens.refreshToken])
})

test('a network that does not take tokens back changes nothing for who forgets', async () => {
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

test('tokens of an account with another channel are not revoked', async () => {
  const other = stage.harness.person()
  const [mine, theirs] = [await stage.channel(30), await stage.channel(30, other)]
  await stage.person('DELETE', `/api/connectors/${mine.id}`)
  await Promise.all(stage.harness.deps.revocations)
  expect(stage.network.revoked).toEqual([])
  await other('DELETE', `/api/connectors/${theirs.id}`)
  await Promise.all(stage.harness.deps.revocations)
  expect(stage.network.revoked).toHaveLength(1)
})
