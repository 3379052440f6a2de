import { AppError, type Card, type FieldError, type NewCard } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { approvePost } from '../posts/approve-post.ts'
import { inSavepoint } from '../savepoint.db.ts'
import { findOrCreateCard } from './create-card.ts'

const brokenRules = (error: unknown): readonly FieldError[] | undefined =>
  error instanceof AppError && error.code === 'post_rules_failed'
    ? (error.details.errors ?? [])
    : undefined

/**
 * Creates a post once per key, and approves it in the same transaction if it meets the rules.
 * Throws the errors of `createCard` and `approvePost`, except for broken rules.
 */
export async function createArmedPost(
  deps: Deps,
  ctx: Ctx,
  { post, key, armAt }: { post: NewCard; key: string; armAt?: string | undefined },
): Promise<{ card: Card; created: boolean; broken: FieldError[] }> {
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const inner = { ...ctx, tx }
    const { card, created } = await findOrCreateCard(deps, inner, {
      by: { externalKey: key },
      input: post,
    })
    if (!created || armAt === undefined) return { card, created, broken: [] }
    try {
      const armed = await inSavepoint(tx, () =>
        approvePost(deps, inner, { id: card.id, dueDate: armAt }),
      )
      return { card: armed.card, created, broken: [] }
    } catch (error) {
      const broken = brokenRules(error)
      if (broken === undefined) throw error
      return { card, created, broken: [...broken] }
    }
  })
}
