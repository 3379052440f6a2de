import { AppError, SaleRefused } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { dayIn } from '../calendar/calendar-days.ts'
import { findTimeZone } from '../calendar/time-zone.ts'
import type { Deps } from '../deps.ts'
import { requireProcessor } from '../processor/processor.ts'
import type { OfferRow } from './offer.ts'
import { insertRefusedSale } from './refused-sales.db.ts'

/** Only the owner can fix these refusals. A buyer can do nothing about them. */
const ofOwner: ReadonlySet<string> = new Set([
  'account_mismatch',
  'amount_not_chargeable',
  'charges_not_enabled',
  'offer_invalid',
  'processor_refused',
])

const toBuyer = (cause: AppError): AppError => {
  const message = 'This cannot be bought online right now. Please contact the company.'
  return new AppError({ kind: cause.kind, code: cause.code, message, cause })
}

/** Throws `not_configured` (400) in words for a buyer if the operator has set up no payments. */
export function requireSelling(deps: Deps): void {
  try {
    requireProcessor(deps)
  } catch (error) {
    throw error instanceof AppError ? toBuyer(error) : error
  }
}

/**
 * Throws why an offer cannot be bought, without the words that are meant for the owner. Lets the
 * owner know of each cause once a day.
 */
export async function refuseBuyer(deps: Deps, offer: OfferRow, error: unknown): Promise<never> {
  if (!(error instanceof AppError) || !ofOwner.has(error.code)) throw error
  await noteRefusedSale(deps, offer, error.code).catch((err) =>
    deps.logger.warn({ err, offerId: offer.id }, 'a refused sale was not noted'),
  )
  throw toBuyer(error)
}

const noteRefusedSale = (deps: Deps, { org_id, id, name }: OfferRow, code: string): Promise<void> =>
  inTransaction(deps.db, undefined, async (tx) => {
    const day = dayIn(deps.now(), await findTimeZone(tx, org_id))
    const isFirst = await insertRefusedSale(tx, { org_id, code, day, offer_id: id })
    if (isFirst) await emit(tx, SaleRefused, org_id, { offerId: id, name, code })
  })
