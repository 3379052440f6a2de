import type { TimelineEntry, TimelineQuery } from '@atrium/contracts'
import { getCard } from '../cards/read-cards.ts'
import type { Ctx, Deps } from '../deps.ts'
import { entryView } from './append-entry.ts'
import { findEntries } from './timeline.db.ts'

/** A page of a card's timeline. Throws `not_found` when the card is not the org's. */
export async function readTimeline(
  deps: Deps,
  ctx: Ctx,
  taskId: string,
  query: TimelineQuery,
): Promise<{ items: TimelineEntry[]; total: number; limit: number; offset: number }> {
  await getCard(deps, ctx, taskId)
  const { rows, total } = await findEntries(deps.db, ctx.orgId, taskId, query)
  return { items: rows.map(entryView), total, limit: query.limit, offset: query.offset }
}
