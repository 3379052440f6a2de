import type { EmittedField, ItemFile, NodeRun, WorkflowItem } from '@atrium/contracts'
import { asText, type Place } from '@atrium/workflow-rules'
import { readItemFiles } from '../../platform/files/item-files.ts'
import { guessField } from '../inspector/expressions/declared-fields.ts'
import { formatSample } from '../inspector/expressions/format-sample.ts'

export interface TouchedCard {
  readonly id: string
  readonly isPost: boolean
}

const postNodes: ReadonlySet<string> = new Set([
  'create_post',
  'publish',
  'post_comment',
  'capture_comments',
])

/**
 * Lists the cards named by a node's items, each once. An item of a card names its kind, otherwise
 * the node type decides.
 */
export function touchedCards(
  type: NodeRun['type'],
  items: readonly WorkflowItem[],
): readonly TouchedCard[] {
  const cards = new Map<string, TouchedCard>()
  for (const { json } of items) {
    const { taskId, kind } = json
    if (typeof taskId !== 'string' || taskId === '' || cards.has(taskId)) continue
    const isPost = typeof kind === 'string' ? kind === 'post' : postNodes.has(type)
    cards.set(taskId, { id: taskId, isPost })
  }
  return [...cards.values()]
}

/**
 * Returns the cards' link labels. If a card is the only one of its kind, its label has no number.
 */
export function touchedWords(cards: readonly TouchedCard[]): readonly string[] {
  const counts = { card: 0, post: 0 }
  const numbered = cards.map(({ isPost }) => {
    const kind = isPost ? 'post' : 'card'
    counts[kind] += 1
    return { kind, at: counts[kind] } as const
  })
  return numbered.map(({ kind, at }) =>
    counts[kind] === 1 ? `Open the ${kind}` : `Open ${kind} ${at}`,
  )
}

export const sampleFiles = (items: readonly WorkflowItem[]): readonly ItemFile[] =>
  readItemFiles(items.flatMap(({ json }) => json['files'] ?? []))

const mostColumns = 30

export const sampleColumns = (items: readonly WorkflowItem[]): readonly string[] =>
  [...new Set(items.flatMap(({ json }) => Object.keys(json)))].slice(0, mostColumns)

/** Formats a value of an item as the organisation writes it. A list or object stays as it is. */
export function sampleText(
  json: WorkflowItem['json'],
  name: string,
  field: EmittedField | undefined,
  place: Place,
): string {
  const value = json[name]
  if (typeof value === 'object' && value !== null) return asText(value)
  const { type, options } = field ?? guessField(name, value)
  return formatSample(value, { type, currency: json['currency'], options }, place) ?? ''
}
