import type {
  BillingTimelineQuery,
  ChangeAuthor,
  EstimateHistoryDetail,
  EstimateHistoryKind,
  EstimateTimelineEntry,
} from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { type EstimateHistoryRow, listEstimateEvents } from './estimate-history.db.ts'
import { getEstimateRow } from './estimates.db.ts'

/** Whoever opened the estimate's secret page. */
export const customerAuthor: ChangeAuthor = { type: 'agent', id: 'customer' }

const bodies: Readonly<Record<EstimateHistoryKind, (detail: EstimateHistoryDetail) => string>> = {
  drafted: () => 'Drafted',
  changed: () => 'Changed',
  sent: ({ number }) => `Sent to the customer${number === undefined ? '' : ` as ${number}`}`,
  accepted: ({ name }) => (name === undefined ? 'Accepted' : `Accepted by ${name}`),
  declined: ({ reason }) => (reason === undefined ? 'Declined' : `Declined: ${reason}`),
  invoiced: () => 'Turned into an invoice',
}

const toEntry = ({ id, kind, detail, author, created_at }: EstimateHistoryRow) => ({
  id,
  kind,
  body: bodies[kind](detail),
  detail,
  author,
  createdAt: created_at.toISOString(),
})

/** Returns a page of an estimate's events. Throws `not_found`. */
export async function readEstimateTimeline(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  { id, query }: { id: string; query: BillingTimelineQuery },
) {
  const estimate = await getEstimateRow(deps.db, orgId, id)
  const { rows, ...page } = await listEstimateEvents(deps.db, estimate, query)
  return { items: rows.map(toEntry) satisfies EstimateTimelineEntry[], ...page }
}
