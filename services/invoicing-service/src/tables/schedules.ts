import type { InvoiceSchedule, ScheduleFailure, ScheduleHistoryDetail } from '@atrium/contracts'
import type { Json } from '@atrium/database'
import type { ColumnType, Generated, RawBuilder } from 'kysely'

export interface OwnOfSchedule {
  org_id: string
  status: Generated<InvoiceSchedule['status']>
  /** The time zone in which its days begin. */
  time_zone: Generated<string>
  anchor_date: Date
  /** The last pause. A period that was due by then is still billed. */
  paused_at: Date | null
  /**
   * Set if the schedule was resumed while a period from before the pause is unbilled. The periods
   * in between are skipped.
   */
  resumed_at: Date | null
  last_period: Date | null
  /** Terms of the last claim. A retry bills the period with them, even after an adoption. */
  claimed_terms: ColumnType<ClaimedTerms | null, undefined, RawBuilder<PeriodTerms>>
  prorate_until: Date | null
  claimed_periods: Generated<number>
  /** Why the last attempt at the last claimed period failed. Null once an attempt succeeds. */
  failure: Json<ScheduleFailure, null, undefined>
  /** The changed offer price announced to the org. */
  announced: Json<OfferPrice, null, undefined>
}

/** Claims from before the VAT rate was stored have none. */
export type ClaimedTerms = Omit<PeriodTerms, 'vat_rate_bps'> &
  Partial<Pick<PeriodTerms, 'vat_rate_bps'>>

/** A period's invoice line and its VAT rate in basis points. */
export interface PeriodTerms {
  description: string
  unit_amount_cents: string
  currency: string
  vat_rate_bps: number
}

export type OfferPrice = NonNullable<ScheduleHistoryDetail['to']>
