import { eventually } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { onTokenStage, refusal } from './token-stage.ts'

const stage = onTokenStage()

test('invalidates the channel for every replica with one event if a refresh is refused', async () => {
  const tokens = stage.network.give()
  const row = await stage.channel(3, stage.person, tokens)
  stage.network.failure = {
    status: 400,
    body: '{"error":"invalid_grant","error_description":"Taken back"}',
  }
  stage.network.delayMs = 100
  const all = [stage.harness.deps, stage.replica, stage.harness.deps, stage.replica].map((deps) =>
    refusal(stage.tokenOf(deps, row)),
  )
  for (const error of await Promise.all(all)) expect(error.class).toBe('reconnect')
  expect(stage.network.refreshes).toHaveLength(1)
  expect(await stage.stored(row.id)).toMatchObject({
    status: 'invalidated',
    invalid_reason: 'Taken back',
  })
  const reported = () =>
    stage.harness.events.filter(
      (event) => event.includes('channel.invalidated') && event.includes(row.id),
    )
  await eventually(() => expect(reported()).toHaveLength(1))
  const input = stage.aPost(row)
  const failed = await stage.publish(input)
  expect(failed).toMatchObject({ outcome: 'failed', failure: { class: 'reconnect' } })
  expect(JSON.stringify(failed)).toContain('/channels')
})

test.each([
  ['cut', 'cut'],
  ['500', { status: 500, body: 'broken' }],
  ['garbage', { status: 200, body: '<html>' }],
  ['the platform’s own client refused', { status: 401, body: '{"error":"invalid_client"}' }],
] as const)(
  'keeps using a valid token if the network fails (%s), and asks the network again only later',
  async (_, failure) => {
    const tokens = stage.network.give()
    const row = await stage.channel(3, stage.person, tokens)
    stage.network.failure = failure
    expect(await stage.tokenOf(stage.harness.deps, row)).toBe(tokens.accessToken)
    expect(await stage.tokenOf(stage.replica, row)).toBe(tokens.accessToken)
    expect(stage.network.refreshes).toHaveLength(1)
    expect(await stage.stored(row.id)).toMatchObject({ status: 'active', refresh_lease: null })
    stage.network.failure = undefined
    stage.harness.clock.offsetMs = 31_000
    const fresh = await stage.tokenOf(stage.replica, row)
    stage.harness.clock.offsetMs = 0
    expect(fresh).not.toBe(tokens.accessToken)
  },
)

test('reports a retry if the token has expired during an outage', async () => {
  const row = await stage.channel(-1)
  stage.network.failure = 'cut'
  const input = stage.aPost(row)
  const failed = await stage.publish(input)
  expect(failed).toMatchObject({ outcome: 'failed', failure: { class: 'retry' } })
  expect((await stage.stored(row.id)).status).toBe('active')
  stage.network.failure = undefined
  stage.harness.clock.offsetMs = 31_000
  const posted = await stage.publish({ ...input, attemptKey: `e-${row.id}` })
  stage.harness.clock.offsetMs = 0
  expect(posted.outcome).toBe('posted')
})

test('renews a token that is refused early and sends the post once with the new token', async () => {
  const tokens = stage.network.give()
  stage.network.refused.add(tokens.accessToken)
  for (const minutes of [60, 60 * 24 * 400]) {
    stage.network.published.splice(0)
    const row = await stage.channel(minutes, stage.person, tokens)
    const posted = await stage.publish(stage.aPost(row))
    expect(posted.outcome).toBe('posted')
    const [first, second, ...more] = stage.network.published
    expect([first, stage.network.refused.has(second ?? ''), more]).toEqual([
      tokens.accessToken,
      false,
      [],
    ])
    expect((await stage.stored(row.id)).status).toBe('active')
    Object.assign(tokens, stage.network.give())
    stage.network.refused.add(tokens.accessToken)
  }
})

test('retries later while a refused token cannot be renewed, and invalidates the channel if the network refuses the refresh', async () => {
  const tokens = stage.network.give()
  stage.network.refused.add(tokens.accessToken)
  const row = await stage.channel(60, stage.person, tokens)
  stage.network.failure = 'cut'
  expect(await stage.publish(stage.aPost(row))).toMatchObject({ failure: { class: 'retry' } })
  expect((await stage.stored(row.id)).status).toBe('active')
  stage.network.failure = { status: 400, body: '{"error":"invalid_grant"}' }
  stage.harness.clock.offsetMs = 31_000
  const refused = await stage.publish(stage.aPost(row))
  stage.harness.clock.offsetMs = 0
  expect(refused).toMatchObject({ failure: { class: 'reconnect' } })
  expect((await stage.stored(row.id)).status).toBe('invalidated')
})

test('renews a token only once if the new one is refused as well', async () => {
  const tokens = stage.network.give()
  const next = `marked-access-${Number(tokens.accessToken.split('-')[2]) + 1}-0123456789`
  stage.network.refused.add(tokens.accessToken).add(next)
  const row = await stage.channel(60, stage.person, tokens)
  expect(await stage.publish(stage.aPost(row))).toMatchObject({
    failure: { class: 'reconnect' },
  })
  expect(stage.network.refreshes).toHaveLength(1)
  expect((await stage.stored(row.id)).status).toBe('invalidated')
})
