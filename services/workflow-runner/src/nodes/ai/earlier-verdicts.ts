import type { WorkflowItem } from '@atrium/contracts'
import { missingField, ownText } from '../../engine/index.ts'
import { keyedCards } from '../cards.ts'
import type { ContextOf } from '../define-node.ts'

export type Verdict = 'actionable' | 'dismissed'
export interface Decided {
  verdict: Verdict
  taskId: string | null
  reason: string
}

export interface Message {
  item: WorkflowItem
  at: number
  id: string
  source: string
}

export const toKey = (source: string, id: string): string => `${source} ${id}`

export function toMessage(item: WorkflowItem, at: number): Message {
  const id = item.externalId ?? ownText(item.json, 'messageId')
  if (id === '') throw missingField('externalId')
  return { item, at, id, source: item.source?.scheme ?? 'item' }
}

/**
 * Returns the idempotency key of a message's card. All runs share the key, so a message gets one
 * card.
 */
export const cardKey = (userId: string, id: string): string =>
  `manual:${userId}:${id}`.slice(0, 500)

/**
 * Returns the verdicts of earlier runs by `toKey`. Such a message leaves on the same output again,
 * so a later step can still label it.
 */
export async function findVerdicts(
  messages: readonly Message[],
  { orgId, userId, ledger, ports, signal }: ContextOf<'org' | 'board'>,
): Promise<Map<string, Decided>> {
  const verdicts = new Map<string, Decided>()
  for (const source of new Set(messages.map((message) => message.source))) {
    const ids = messages.filter((message) => message.source === source).map(({ id }) => id)
    for (const [id, verdict] of await ledger.verdicts(source, ids)) {
      if (verdict !== 'actionable' && verdict !== 'dismissed') continue
      verdicts.set(toKey(source, id), { verdict, taskId: null, reason: 'Judged by an earlier run' })
    }
  }
  const actionable = messages.filter(
    ({ id, source }) => verdicts.get(toKey(source, id))?.verdict === 'actionable',
  )
  const keys = actionable.map(({ id }) => cardKey(userId, id))
  const cards = await keyedCards(ports.board, orgId, keys, signal)
  for (const { id, source } of actionable) {
    const decided = verdicts.get(toKey(source, id))
    if (decided !== undefined) decided.taskId = cards.get(cardKey(userId, id))?.id ?? null
  }
  return verdicts
}
