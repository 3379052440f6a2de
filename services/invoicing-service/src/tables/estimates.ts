import type {
  Buyer,
  ChangeAuthor,
  CreateInvoice,
  Estimate,
  EstimateHistoryDetail,
  EstimateHistoryKind,
  InvoiceLineItem,
  Seller,
} from '@atrium/contracts'
import type { Cents, Created, Json } from '@atrium/database'
import type { Generated } from 'kysely'

/** What the later invoice takes over besides customer and lines. Days are `YYYY-MM-DD`. */
export type EstimateDocument = Omit<
  CreateInvoice,
  'customerId' | 'offerId' | 'lineItems' | 'vatRateBps'
>

export interface Estimates {
  id: string
  org_id: string
  customer_id: string
  offer_id: string | null
  /** An expired estimate is stored as `sent`. */
  status: Generated<Exclude<Estimate['status'], 'expired'>>
  number: string | null
  currency: string
  line_items: Json<InvoiceLineItem[]>
  vat_rate_bps: number
  subtotal_amount_cents: Cents
  vat_amount_cents: Cents
  total_amount_cents: Cents
  document: Json<EstimateDocument>
  /** `YYYY-MM-DD`. */
  valid_until: string | null
  /** When that day ends in the organisation's time zone. */
  expires_at: Date | null
  public_token: Generated<string>
  seller: Json<Seller, null, undefined>
  buyer: Json<Buyer, null, undefined>
  sent_at: Date | null
  /** When it was mailed recently. */
  sends: Generated<Date[]>
  accepted_by: string | null
  accepted_at: Date | null
  declined_at: Date | null
  decline_reason: string | null
  invoice_id: string | null
  version: Generated<number>
  created_at: Created
  updated_at: Created
}

export interface EstimateHistory {
  id: string
  org_id: string
  estimate_id: string
  kind: EstimateHistoryKind
  detail: Json<EstimateHistoryDetail>
  author: Json<ChangeAuthor>
  created_at: Created
}

export interface EstimateMails {
  key: string
  org_id: string
  estimate_id: string
  /** Recipients in addition to the queued mail's recipient. */
  also_to: string[]
  cc: string[]
  /** A user's own text. */
  message: string | null
  created_at: Created
}
