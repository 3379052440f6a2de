import { ModelStatus, newId, RefundModelCalls } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chargeAnswered } from '../src/calls/call-once.ts'
import type { Caller, Harness } from './harness.ts'
import { askFor, connectKey, type Ledger, managed, startModelStage } from './model-stage.ts'

let harness: Harness
let ledger: Ledger
let person: Caller
const ask = (text = 'Hello.', more: Parameters<typeof askFor>[3] = {}) =>
  askFor(harness, person, text, more)
const chain = {
  origin: { workflowId: 'internal:link-enrichment:art_1', runId: 'run_1', node: 'n1' },
}
const toStatus = ({ principal: { orgId, userId } }: Caller) =>
  callRpc(harness.bus, ModelStatus, { person: { orgId, userId }, task: 'agent' })

describe('no operator model', () => {
  beforeEach(async () => {
    ;({ harness, ledger } = await startModelStage({ env: { LLM_GATEWAY_API_KEY: '' } }))
    person = harness.person()
  })
  afterEach(() => harness.stop())

  test("prefers the named channel over the only one and does not find another user's channel", async () => {
    await connectKey(harness, person, { model: 'first/model' })
    expect(await ask()).toMatchObject({ model: 'first/model' })
    const second = await connectKey(harness, person, { model: 'second/model', name: 'Second' })
    expect(await ask('Hello.', { choice: { channelId: second } })).toMatchObject({
      model: 'second/model',
    })
    const several = await ask()
    expect(several).toMatchObject({
      failure: {
        class: 'no_model',
        message: expect.stringContaining('2 AI accounts'),
        fix: { href: '/channels' },
      },
    })
    const stranger = harness.person()
    const theirs = await connectKey(harness, stranger)
    for (const channelId of [theirs, newId('chn'), 'social://nothing@language-model']) {
      expect(await ask('Hello.', { choice: { channelId } })).toMatchObject({
        failure: { class: 'no_model', fix: { href: '/channels' } },
      })
    }
  })

  test("uses a colleague's shared channel only if it is named", async () => {
    const owner = harness.person({ orgId: person.orgId })
    const channelId = await connectKey(harness, owner)
    const named = { choice: { channelId } }
    expect(await ask('Hello.', named)).toMatchObject({ failure: { class: 'no_model' } })
    await owner('PATCH', `/api/connectors/${channelId}`, { shared: true })
    expect(await ask('Hello.', named)).toMatchObject({ outcome: 'completed', channelId })
    expect(await ask()).toMatchObject({ failure: { class: 'no_model' } })
  })

  test('fails with a link to the channels page if there is no model at all', async () => {
    expect(await ask()).toMatchObject({
      outcome: 'failed',
      failure: { class: 'no_model', fix: { href: '/channels' } },
      usage: null,
    })
    expect(await toStatus(person)).toMatchObject({
      platform: 'none',
      managed: false,
      channels: false,
      chosen: null,
    })
    await connectKey(harness, person)
    expect(await toStatus(person)).toMatchObject({
      channels: true,
      chosen: { via: 'channel', creditsPerUsd: 0 },
    })
  })
})

describe('platform key', () => {
  beforeEach(async () => {
    ;({ harness, ledger } = await startModelStage({
      env: { LLM_ANALYZE_CONTENT_MODEL: 'our/analyst', LLM_FREE_CALLS_PER_DAY: '3' },
    }))
    person = harness.person()
  })
  afterEach(() => harness.stop())

  test('uses the platform key for tasks with a variable in internal workflows, without a charge', async () => {
    expect(await ask('Hello.', { task: 'analyze_content', ...chain })).toMatchObject({
      via: 'platform',
      model: 'our/analyst',
      usage: { credits: 0 },
    })
    expect(await ask('Hello.', { task: 'classify_item', ...chain })).toMatchObject({
      model: 'openai/gpt-5-mini',
    })
    expect(await ask('Hello.', { task: 'agent', ...chain })).toMatchObject({
      failure: { class: 'no_model' },
    })
    expect(ledger.reservations.size).toBe(0)
  })

  test("fails a user's workflow node with a link to the channels page without using the platform key", async () => {
    const { orgId, userId } = person.principal
    for (const origin of [{ workflowId: newId('wf'), runId: 'run_1', node: 'n1' }, {}]) {
      expect(await ask('Hello.', { task: 'analyze_content', origin })).toMatchObject({
        failure: { class: 'no_model', fix: { href: '/channels' } },
      })
    }
    const asked = { person: { orgId, userId }, task: 'analyze_content' as const }
    expect(await callRpc(harness.bus, ModelStatus, asked)).toMatchObject({
      platform: 'gateway',
      chosen: null,
      failure: { class: 'no_model' },
    })
    expect(await callRpc(harness.bus, ModelStatus, { ...asked, ...chain })).toMatchObject({
      chosen: { via: 'platform', creditsPerUsd: 0 },
    })
    expect(harness.sandbox.model.requests).toEqual([])
  })

  test('limits free calls per organisation and day, separately for each organisation', async () => {
    const analyse = { task: 'analyze_content' as const, ...chain }
    const outcomes = []
    for (let call = 0; call < 4; call += 1) outcomes.push(await ask(`Call ${call}.`, analyse))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'completed',
      'completed',
      'completed',
      'failed',
    ])
    expect(outcomes[3]).toMatchObject({
      failure: {
        class: 'no_model',
        message: expect.stringContaining('free model calls of this day are used up'),
      },
    })
    person = harness.person()
    expect(await ask('Another organisation.', analyse)).toMatchObject({ outcome: 'completed' })
    await harness.handle.db.updateTable('free_model_calls').set({ day: '2026-01-01' }).execute()
    expect(await ask('The next day.', analyse)).toMatchObject({ outcome: 'completed' })
  })

  test("prefers a channel over the platform key and applies a task's model only to its own provider", async () => {
    await connectKey(harness, person)
    expect(await ask('Hello.', { task: 'analyze_content' })).toMatchObject({
      via: 'channel',
      model: 'our/analyst',
    })
    person = harness.person()
    await connectKey(harness, person, { provider: 'direct' })
    expect(await ask('Hello.', { task: 'analyze_content' })).toMatchObject({ model: 'gpt-5-mini' })
  })
})

describe('managed model', () => {
  beforeEach(async () => {
    ;({ harness, ledger } = await startModelStage({ env: managed }))
    person = harness.person()
  })
  afterEach(() => harness.stop())

  test("charges the user's credits once, with the provider's figure", async () => {
    const before = ledger.balance
    const answer = await ask('Name a harbour.', { idempotencyKey: 'charged' })
    await ask('Name a harbour.', { idempotencyKey: 'charged' })
    if (answer.outcome !== 'completed') throw new Error(answer.failure.message)
    expect(answer).toMatchObject({ via: 'managed', model: 'sandbox/small' })
    expect(answer.usage.credits).toBe(Math.ceil((answer.usage.costUsd ?? 0) * 1_000))
    expect(ledger.charged).toEqual([answer.usage.credits])
    expect(before - ledger.balance).toBe(answer.usage.credits)
    expect([...ledger.reservations.values()].map(({ userId }) => userId)).toEqual([
      person.principal.userId,
    ])
    expect(await toStatus(person)).toMatchObject({
      managed: true,
      chosen: { via: 'managed', creditsPerUsd: 1_000 },
    })
  })

  test('charges no credits if the user has a channel', async () => {
    await connectKey(harness, person)
    expect(await ask()).toMatchObject({ via: 'channel', usage: { credits: 0 } })
    expect(ledger.reservations.size).toBe(0)
  })

  test('releases the credits of a failed call even if the provider counted tokens', async () => {
    const before = ledger.balance
    harness.sandbox.model.script({ text: 'not JSON', times: 2 })
    const schema = { type: 'object', properties: {} }
    expect(await ask('Hello.', { schema })).toMatchObject({
      failure: { class: 'invalid_output' },
      usage: { credits: 0 },
    })
    expect([ledger.balance, ledger.charged, ledger.open]).toEqual([before, [], 0])
  })

  test('charges a text that the model refuses, and reports the cost', async () => {
    const before = ledger.balance
    const chargedBefore = ledger.charged.length
    harness.sandbox.model.script({ refusal: 'No.' })
    const answer = await ask('Hello.')
    expect(answer).toMatchObject({ outcome: 'failed', failure: { class: 'provider_refused' } })
    expect(answer.usage?.credits).toBe(Math.ceil((answer.usage?.costUsd ?? 0) * 1_000))
    expect(answer.usage?.credits).toBeGreaterThan(0)
    expect(ledger.charged.slice(chargedBefore)).toEqual([answer.usage?.credits])
    expect([before - ledger.balance, ledger.open]).toEqual([answer.usage?.credits, 0])
  })

  test('retries if the provider hangs up after a call, and charges one call or none if every attempt fails', async () => {
    const before = ledger.balance
    const { faults, requests } = harness.sandbox.model
    faults.add({ kind: 'cut_after', match: 'completions' })
    const answer = await ask('Name a harbour.')
    expect([answer.outcome, requests.length]).toEqual(['completed', 2])
    expect(ledger.charged).toEqual([answer.usage?.credits])
    faults.add({ kind: 'cut_after', match: 'completions', times: 10 })
    expect(await ask('Name a bakery.')).toMatchObject({ outcome: 'failed', usage: null })
    expect(before - ledger.balance).toBe(answer.usage?.credits)
    expect([ledger.charged.length, ledger.open]).toEqual([1, 0])
  })

  test('refunds calls by their keys once, but not those of another organisation or a channel', async () => {
    const before = ledger.balance
    const { orgId } = person.principal
    const answer = await ask('Name a harbour.', { idempotencyKey: 'useless' })
    await ask('Name a bakery.', { idempotencyKey: 'useful' })
    const refund = (more: object = {}) =>
      callRpc(harness.bus, RefundModelCalls, {
        orgId,
        idempotencyKeys: ['useless', 'unknown'],
        ...more,
      })
    expect(await refund({ orgId: 'org_of_others' })).toEqual({ credits: 0 })
    expect(await refund()).toEqual({ credits: answer.usage?.credits })
    await refund()
    expect(before - ledger.balance).toBe(ledger.charged.reduce((sum, credits) => sum + credits, 0))
    expect(ledger.charged).toHaveLength(1)
    await connectKey(harness, person)
    await ask('Hello.', { idempotencyKey: 'own' })
    expect(await refund({ idempotencyKeys: ['own'] })).toEqual({ credits: 0 })
  })

  test('fails with a link to the billing page and does not call the model if credits are too low', async () => {
    ledger.balance = 0
    expect(await ask()).toMatchObject({
      failure: { class: 'credits_exhausted', fix: { href: '/settings/billing' } },
    })
    expect(harness.sandbox.model.requests).toEqual([])
  })

  test('charges later, once, if the ledger becomes unavailable after the reservation', async () => {
    harness.sandbox.model.latencyMs = 300
    const call = ask()
    await expect.poll(() => ledger.open).toBe(1)
    ledger.away = true
    expect(await call).toMatchObject({ outcome: 'completed' })
    expect(ledger.charged).toEqual([])
    ledger.away = false
    harness.clock.offsetMs += 200_000
    await chargeAnswered(harness.deps, new AbortController().signal)
    await chargeAnswered(harness.deps, new AbortController().signal)
    expect(ledger.charged).toHaveLength(1)
  })

  test('ignores the managed model if metering is off', async () => {
    const off = await startModelStage({ env: { ...managed, CREDITS_METERING_ENABLED: 'false' } })
    expect(await askFor(off.harness, off.harness.person(), 'Hello.')).toMatchObject({
      failure: { class: 'no_model' },
    })
    await off.harness.stop()
  })
})
