import {
  AppError,
  type Card,
  type CardPatch,
  type UpdateCard,
  type WorkflowItem,
} from '@atrium/contracts'
import type { z } from 'zod'
import { ownPath } from '../../engine/index.ts'
import type { ContextOf } from '../define-node.ts'

type Context = ContextOf<'org' | 'board'>
type Change = Pick<
  z.input<typeof UpdateCard.input>,
  'patch' | 'addTags' | 'failure' | 'ifStatus' | 'keepEdits'
>
const mostFailure = 5_000

// Returns true if the card's status has changed meanwhile, so the card was left alone.
async function change(card: Card, context: Context, key: string, given: Change): Promise<boolean> {
  const { orgId, userId: actorId, runId, ports, signal } = context
  try {
    await ports.board.updateCard({ orgId, actorId, taskId: card.id, runId, key, ...given }, signal)
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'precondition_failed') return true
    throw error
  }
}

/**
 * Writes an enriched link or contact. Returns true if a user has moved the card meanwhile. In this
 * case the card is left alone.
 */
export async function enrichCard(
  card: Card,
  {
    item,
    patch,
    at,
    context,
  }: { item: WorkflowItem; patch: CardPatch; at: number; context: Context },
): Promise<boolean> {
  const tags = ownPath(item.json, ['tags'])
  const addTags = Array.isArray(tags)
    ? tags.filter((tag) => typeof tag === 'string' && tag.trim() !== '')
    : []
  const key = context.idempotencyKey(at)
  const enriched = { patch, addTags: addTags.map((tag) => tag.slice(0, 100)).slice(0, 50) }
  const write = () =>
    change(card, context, `${key}:enrich`, {
      ...enriched,
      keepEdits: true,
      ifStatus: ['enriching', 'enriched'],
    })
  if (!(await write())) return false
  // A card stays in `todo` if it was created before its chain could run. The board allows
  // `enriched` only after `enriching`.
  const begin = { patch: { status: 'enriching' as const }, ifStatus: ['todo'] }
  return (await change(card, context, `${key}:begin`, begin)) || write()
}

/**
 * Marks the card as failed. The reason defaults to the run's error. Returns true if a user has
 * moved the card meanwhile.
 */
export const failEnrichment = (card: Card, context: Context, reason?: string): Promise<boolean> =>
  change(card, context, `${context.idempotencyKey(0)}:fail`, {
    patch: { status: 'failed' },
    failure: (reason ?? context.runError?.message ?? 'No item reached the card').slice(
      0,
      mostFailure,
    ),
    ifStatus: ['enriching', 'todo'],
  })
