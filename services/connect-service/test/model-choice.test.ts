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

describe('without a model of the operator', () => {
  beforeEach(async () => {
    ;({ harness, ledger } = await startModelStage({ env: { LLM_GATEWAY_API_KEY: '' } }))
    person = harness.person()
  })
  afterEach(() => harness.stop())

  test('the named channel wins over the only one, and another person’s is not there', async () => {
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
        message: expect.stringContaining('2 model channels'),
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

  test('a colleague’s shared channel is used where it is named', async () => {
    const owner = harness.person({ orgId: person.orgId })
    const channelId = await connectKey(harness, owner)
    const named = { choice: { channelId } }
    expect(await ask('Hello.', named)).toMatchObject({ failure: { class: 'no_model' } })
    await owner('PATCH', `/api/connectors/${channelId}`, { shared: true })
    expect(await ask('Hello.', named)).toMatchObject({ outcome: 'completed', channelId })
    expect(await ask()).toMatchObject({ failure: { class: 'no_model' } })
  })

  test('nothing at all fails with the way to the channels page', async () => {
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

describe('with the platform’s own key', () => {
  beforeEach(async () => {
    ;({ harness, ledger } = await startModelStage({
      env: { LLM_ANALYZE_CONTENT_MODEL: 'our/analyst', LLM_FREE_CALLS_PER_DAY: '3' },
    }))
    person = harness.person()
  })
  afterEach(() => harness.stop())

  test('it answers the tasks with a variable in chains of the platform, and nothing is charged', async () => {
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

  test('a node of a workflow fails with the way to the channels page, and the key is not used', async () => {
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

  test('answers at most so many calls of an organisation a day, and none of it counts for another', async () => {
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

  test('a channel comes before it, and the model of a task holds for its own provider alone', async () => {
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

describe('with a managed model', () => {
  beforeEach(async () => {
    ;({ harness, ledger } = await startModelStage({ env: managed }))
    person = harness.person()
  })
  afterEach(() => harness.stop())

  test('a call is charged once with the provider’s figure, from the credits of the person', async () => {
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

  test('an own channel costs no credits', async () => {
    await connectKey(harness, person)
    expect(await ask()).toMatchObject({ via: 'channel', usage: { credits: 0 } })
    expect(ledger.reservations.size).toBe(0)
  })

  test('a failed call frees its credits, whatever the provider counted', async () => {
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

  test('a provider that counts a call and hangs up is asked again: one charge, and none where it always does', async () => {
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

  test('answered calls are refunded by their keys, once, and those of another org or a channel are not', async () => {
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

  test('too few credits fail with the way to the billing page, and the model is not asked', async () => {
    ledger.balance = 0
    expect(await ask()).toMatchObject({
      failure: { class: 'credits_exhausted', fix: { href: '/settings/billing' } },
    })
    expect(harness.sandbox.model.requests).toEqual([])
  })

  test('a ledger that leaves after the reservation charges later, once', async () => {
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

  test('with metering off the managed model is inert', async () => {
    const off = await startModelStage({ env: { ...managed, CREDITS_METERING_ENABLED: 'false' } })
    expect(await askFor(off.harness, off.harness.person(), 'Hello.')).toMatchObject({
      failure: { class: 'no_model' },
    })
    await off.harness.stop()
  })
})
