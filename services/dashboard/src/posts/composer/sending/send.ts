import type { ApprovedCard, Card, CardPatch, NewCard } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { toNewCard } from '../draft/content.ts'
import type { Draft, Sent } from '../draft/draft.ts'
import { isByHand, type Target } from '../draft/targets.ts'

export interface SendCalls {
  create(card: Partial<NewCard>, key: string): Promise<Pick<Card, 'id'>>
  change(id: string, patch: CardPatch): Promise<unknown>
  approve(id: string, dueDate: string): Promise<Pick<ApprovedCard, 'warnings'>>
  publishNow(id: string, key: string): Promise<unknown>
  read(id: string): Promise<Pick<Card, 'status'>>
}

/** A post that has reached the state its draft asks for. */
export interface SentPost {
  readonly target: Target
  readonly id: string
  readonly warnings: ApprovedCard['warnings']
}

/** Returns true if the platform certainly did not carry out the request. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AtriumError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status) &&
  error.code !== 'idempotency_key_reused'

/**
 * Sends a draft to one target: creates its card once, updates the card, and schedules or publishes
 * it. Throws `AtriumError`.
 */
export async function sendTo(
  calls: SendCalls,
  draft: Draft,
  target: Target,
  remember: (sent: Sent | undefined) => void,
): Promise<SentPost> {
  const { id, key } = await saveCard(calls, draft, target, remember)
  const warnings = await arm(calls, draft, target, { id, key })
  remember({ key, id, request: JSON.stringify(toNewCard(draft, target)), done: true })
  return { target, id, warnings }
}

async function saveCard(
  calls: SendCalls,
  draft: Draft,
  target: Target,
  remember: (sent: Sent | undefined) => void,
): Promise<{ id: string; key: string }> {
  const request = JSON.stringify(toNewCard(draft, target))
  const earlierSend = draft.sent[target.id]
  const { key } = earlierSend ?? { key: crypto.randomUUID() }
  // Repeat a request without a response exactly as it was: the platform rejects its key with
  // another body, and another key would create a second post.
  const first = earlierSend?.request ?? request
  let id = earlierSend?.id ?? null
  if (id === null) {
    remember({ key, request: first, id: null, done: false })
    try {
      id = (await calls.create({ kind: 'post', ...(JSON.parse(first) as Partial<NewCard>) }, key))
        .id
    } catch (error) {
      if (isRefusal(error)) remember(undefined)
      throw error
    }
    remember({ key, request: first, id, done: false })
  }
  if (first !== request) {
    await calls.change(id, toNewCard(draft, target))
    remember({ key, request, id, done: false })
  }
  return { id, key }
}

async function arm(
  calls: SendCalls,
  { moment, at }: Draft,
  target: Target,
  { id, key }: { id: string; key: string },
): Promise<ApprovedCard['warnings']> {
  if (moment === 'draft' || isByHand(target)) return []
  if (moment === 'now') {
    await calls.publishNow(id, `${key}-now`)
    return []
  }
  try {
    return (await calls.approve(id, at)).warnings
  } catch (error) {
    // The platform approved the post before, but the response was lost.
    const again = error instanceof AtriumError && error.code === 'invalid_transition'
    if (again && (await calls.read(id)).status !== 'draft') return []
    throw error
  }
}
