import type { CardPatch, NewCard } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { type Draft, emptyDraft, type Sent } from '../draft/draft.ts'
import type { Target } from '../draft/targets.ts'
import { type SendCalls, sendTo } from './send.ts'

const channel: Target = { id: 'chn_1', platform: 'shortpost', channelId: 'chn_1', name: 'The shop' }
const draft: Draft = { ...emptyDraft, targets: ['chn_1'], body: 'Fresh bread', moment: 'draft' }
const error = (status: number, code: string) => new AtriumError({ status, code, message: code })

/**
 * Creates a platform with one board. It returns the first card for a repeated idempotency key, and
 * drops responses on request.
 */
function createPlatform() {
  const cards = new Map<string, { status: string; card: Partial<NewCard> & CardPatch }>()
  const keys = new Map<string, string>()
  const faults: { loseAnswers: number; refuse: AtriumError[] } = { loseAnswers: 0, refuse: [] }
  const runs = new Set<string>()
  const answer = <T>(value: T): T => {
    if (faults.loseAnswers > 0) {
      faults.loseAnswers -= 1
      throw error(0, 'network_error')
    }
    return value
  }
  const calls: SendCalls = {
    async create(card, key) {
      const refusal = faults.refuse.shift()
      if (refusal !== undefined) throw refusal
      const id = keys.get(key) ?? `task_${cards.size + 1}`
      if (!keys.has(key)) cards.set(id, { status: 'draft', card })
      keys.set(key, id)
      return answer({ id })
    },
    async change(id, patch) {
      const known = cards.get(id)
      if (known !== undefined) cards.set(id, { ...known, card: { ...known.card, ...patch } })
      return answer(undefined)
    },
    async approve(id, dueDate) {
      const known = cards.get(id)
      if (known?.status === 'reviewed') throw error(409, 'invalid_transition')
      if (known !== undefined)
        cards.set(id, { status: 'reviewed', card: { ...known.card, dueDate } })
      return answer({ warnings: [] })
    },
    async publishNow(_id, key) {
      runs.add(key)
      return answer(undefined)
    },
    read: async (id) => ({ status: (cards.get(id)?.status ?? 'draft') as 'draft' }),
  }
  return { cards, calls, faults, runs }
}

function createSender(calls: SendCalls) {
  let sent: Draft['sent'] = {}
  return {
    sent: () => sent,
    send: (changed: Partial<Draft> = {}) =>
      sendTo(calls, { ...draft, ...changed, sent }, channel, (next: Sent | undefined) => {
        sent = next === undefined ? {} : { [channel.id]: next }
      }),
  }
}

test('creates one post if the create response is lost, even when the text changes before the retry', async () => {
  const { calls, cards, faults } = createPlatform()
  const { send, sent } = createSender(calls)
  faults.loseAnswers = 1
  await expect(send()).rejects.toThrow('network_error')
  await send({ body: 'Fresh rolls' })
  expect([...cards.values()].map(({ card }) => card.body)).toEqual(['Fresh rolls'])
  expect(sent()['chn_1']).toMatchObject({ id: 'task_1', done: true })
})

test('sends a new create request after the platform rejected the first one', async () => {
  const { calls, cards, faults } = createPlatform()
  const { send, sent } = createSender(calls)
  faults.refuse.push(error(400, 'validation_failed'))
  await expect(send()).rejects.toThrow('validation_failed')
  expect(sent()).toEqual({})
  await send({ body: 'Fresh rolls' })
  expect([...cards.values()].map(({ card }) => card.body)).toEqual(['Fresh rolls'])
})

test('schedules a post once if the approval response is lost', async () => {
  const { calls, cards, faults } = createPlatform()
  const { send } = createSender(calls)
  const at = { moment: 'at', at: '2030-01-01T09:00:00.000Z' } as const
  const { approve } = calls
  calls.approve = (id, dueDate) => {
    faults.loseAnswers = 1
    calls.approve = approve
    return approve(id, dueDate)
  }
  await expect(send(at)).rejects.toThrow('network_error')
  await send(at)
  expect([...cards.values()].map(({ status }) => status)).toEqual(['reviewed'])
})

test('repeats the idempotency key when it publishes now, so that only one run starts', async () => {
  const { calls, faults, runs } = createPlatform()
  const { send } = createSender(calls)
  const { publishNow } = calls
  calls.publishNow = (id, key) => {
    faults.loseAnswers = 1
    calls.publishNow = publishNow
    return publishNow(id, key)
  }
  await expect(send({ moment: 'now' })).rejects.toThrow('network_error')
  await send({ moment: 'now' })
  expect(runs.size).toBe(1)
})

test('does not approve or publish a manual post', async () => {
  const { calls, cards, runs } = createPlatform()
  const manual: Target = { ...channel, id: 'manual:shortpost', channelId: null }
  await sendTo(calls, { ...draft, moment: 'now' }, manual, () => undefined)
  expect([...cards.values()]).toMatchObject([
    { status: 'draft', card: { destination: { scheme: 'manual' } } },
  ])
  expect(runs.size).toBe(0)
})
