import { OfferChanged, SchedulePriceChanged } from '@atrium/contracts'
import { emit } from '@atrium/database'
import { eventConsumer } from '@atrium/messaging'
import type { Database, Transaction } from '../database.ts'
import type { IdSource } from '../deps.ts'
import { platformAuthor } from '../invoices/history/history.ts'
import { getOffer } from '../offers/get-offer.ts'
import { isSamePrice, toPrice } from './offer-terms.ts'
import { recordScheduleHistory } from './schedule-history.db.ts'
import { formatPrice } from './schedule-timeline.ts'
import { lockSchedulesOfOffer, putAnnounced } from './schedules.db.ts'

/**
 * Announces a changed price once: in the timeline of each schedule with another price, and by an
 * event.
 */
export async function notePriceChange(
  deps: IdSource,
  tx: Transaction,
  orgId: string,
  offerId: string,
): Promise<void> {
  const schedules = await lockSchedulesOfOffer(tx, orgId, offerId)
  if (schedules.length === 0) return
  const { name, price_cents, currency, interval } = await getOffer(tx, orgId, offerId)
  if (price_cents === null || interval === null) return
  const price = toPrice({ unit_amount_cents: price_cents, currency, interval })
  const hasPrice = (row: (typeof schedules)[number]): boolean => isSamePrice(toPrice(row), price)
  const again = schedules.filter((row) => row.announced !== null && hasPrice(row))
  if (again.length > 0) {
    const ids = again.map(({ id }) => id)
    await putAnnounced(tx, orgId, ids, null)
  }
  const outdated = schedules.filter(
    (row) => !hasPrice(row) && (row.announced === null || !isSamePrice(row.announced, price)),
  )
  if (outdated.length === 0) return
  const ids = outdated.map(({ id }) => id)
  await putAnnounced(tx, orgId, ids, price)
  await recordScheduleHistory(
    deps,
    tx,
    ...outdated.map((schedule) => ({
      schedule,
      kind: 'price_changed' as const,
      author: platformAuthor,
      detail: { from: toPrice(schedule), to: price },
    })),
  )
  const data = { offerId, name, price: formatPrice(price), schedules: outdated.length }
  await emit(tx, SchedulePriceChanged, orgId, data)
}

export const priceChangeConsumer = (deps: IdSource) =>
  eventConsumer<Database, typeof OfferChanged.schema>(
    'note-price-change',
    OfferChanged,
    async (tx, { orgId, data: { offerId, change } }) => {
      if (orgId !== null && change === 'updated') await notePriceChange(deps, tx, orgId, offerId)
    },
  )
