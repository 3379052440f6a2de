import type { InvoiceSchedule, ScheduleFailure, ScheduleHistoryDetail } from '@atrium/contracts'
import type { Json } from '@atrium/database'
import type { ColumnType, Generated, RawBuilder } from 'kysely'

export interface OwnOfSchedule {
  org_id: string
  status: Generated<InvoiceSchedule['status']>
  /** The time zone in which its days begin. */
  time_zone: Generated<string>
  anchor_date: Date
  /** The last pause; a period that was due by then is still billed. */
  paused_at: Date | null
  /** The resumption while a period before the pause is unbilled; the periods between the two are skipped. */
  resumed_at: Date | null
  last_period: Date | null
  /** The terms of the last claim; a retry bills the period at these, even after an adoption. */
  claimed_terms: ColumnType<ClaimedTerms | null, undefined, RawBuilder<PeriodTerms>>
  prorate_until: Date | null
  claimed_periods: Generated<number>
  /** The reason of the last failed attempt at the last claimed period; null once it succeeds. */
  failure: Json<ScheduleFailure, null, undefined>
  /** The changed price of the offer that the org was informed of. */
  announced: Json<OfferPrice, null, undefined>
}

/** Claims of before VAT rates were part of them have none. */
export type ClaimedTerms = Omit<PeriodTerms, 'vat_rate_bps'> & Partial<Pick<PeriodTerms, 'vat_rate_bps'>>

/** The line of a period, and its VAT rate in basis points. */
export interface PeriodTerms {
  description: string
  unit_amount_cents: string
  currency: string
  vat_rate_bps: number
}

/** The price of a recurring offer. */
export type OfferPrice = NonNullable<ScheduleHistoryDetail['to']>
