/** What closes an invoice's receivable. */
export type Closing = 'voided' | 'uncollectible' | 'paid'

/**
 * Money returned to the customer, or a lost dispute that was won later, which has a negative total.
 */
export type Return = 'refunded' | 'dispute_lost' | 'dispute_won'

/** A part payment recorded by a user, or the undo of a recorded payment. */
export type PaymentChange = 'payment_recorded' | 'payment_undone'

/** The net amount and VAT of a rate. */
export interface RateAmounts {
  vatRateBps: number
  netCents: bigint
  vatCents: bigint
}

/** An invoice event for the books. Amounts are in minor units. */
export interface LedgerEvent {
  kind: 'issued' | 'credited' | Closing | Return | PaymentChange
  /** The closing that this event reverses, for example a void before a late payment. */
  before: Closing | null
  subtotalCents: bigint
  vatCents: bigint
  totalCents: bigint
  /** The total less all earlier credit notes and part payments, and its VAT. */
  openCents: bigint
  openVatCents: bigint
  /**
   * The total less the part payments and the credit notes before the payment. It exceeds the open part if credit
   * notes followed the payment.
   */
  payableCents: bigint
  /** The amounts of each rate. Null if they are not known. */
  rates: readonly RateAmounts[] | null
  /** The amounts of each rate that credit notes have left. Null if they are not known. */
  openRates: readonly RateAmounts[] | null
}

export type Account = 'customers' | 'sales' | 'vat' | 'bank' | 'badDebts'
export type Journal = 'sales' | 'bank' | 'general'

/** An entry line. Either the debit or the credit is zero. */
export interface JournalLine {
  account: Account
  debitCents: bigint
  creditCents: bigint
  /** Null if the document's rate applies. */
  vatRateBps: number | null
}

export interface JournalEntry {
  journal: Journal
  lines: JournalLine[]
}

type Move = readonly [account: Account, debitCents: bigint, vatRateBps?: number | undefined]
type Moves = readonly Move[]

type Amounts = Pick<LedgerEvent, 'totalCents' | 'subtotalCents' | 'vatCents' | 'rates'>

const sale = ({ totalCents, subtotalCents, vatCents, rates }: Amounts): Moves => [
  ['customers', totalCents],
  ...(rates === null
    ? ([
        ['sales', -subtotalCents],
        ['vat', -vatCents],
      ] satisfies Move[])
    : rates.flatMap((rate): Move[] => [
        ['sales', -rate.netCents, rate.vatRateBps],
        ['vat', -rate.vatCents, rate.vatRateBps],
      ])),
]

const reversed = (moves: Moves): Moves =>
  moves.map(([account, cents, vatRateBps]) => [account, -cents, vatRateBps])

const closing = (kind: Closing, event: LedgerEvent): Moves => {
  const { openCents, openVatCents, payableCents } = event
  if (kind === 'voided') {
    const rest = {
      totalCents: openCents,
      vatCents: openVatCents,
      subtotalCents: openCents - openVatCents,
      rates: event.openRates,
    }
    return reversed(sale(rest))
  }
  const [against, cents] =
    kind === 'paid' ? (['bank', payableCents] as const) : (['badDebts', openCents] as const)
  return [
    [against, cents],
    ['customers', -cents],
  ]
}

const journals: Readonly<Record<LedgerEvent['kind'], Journal>> = {
  issued: 'sales',
  credited: 'sales',
  voided: 'sales',
  uncollectible: 'general',
  paid: 'bank',
  refunded: 'bank',
  dispute_lost: 'bank',
  dispute_won: 'bank',
  payment_recorded: 'bank',
  payment_undone: 'bank',
}

const toEntry = (journal: Journal, moves: Moves): JournalEntry[] => {
  const lines = moves
    .filter(([, cents]) => cents !== 0n)
    .map(([account, cents, vatRateBps = null]) => ({
      account,
      vatRateBps,
      debitCents: cents > 0n ? cents : 0n,
      creditCents: cents < 0n ? -cents : 0n,
    }))
  return lines.length === 0 ? [] : [{ journal, lines }]
}

/**
 * Returns an event's balanced entries (docs/reference/accounting.md, "Journal"). There are none if
 * the amount is zero.
 */
export function toEntries(event: LedgerEvent): JournalEntry[] {
  const { kind, before } = event
  const undone = before === null ? [] : toEntry('general', reversed(closing(before, event)))
  if (kind === 'issued') return toEntry(journals.issued, sale(event))
  if (kind === 'credited') {
    // The write-off has already closed the part that the credit note credits.
    const isWrittenOff = before === 'uncollectible'
    const part: Moves = [
      ['badDebts', -event.totalCents],
      ['customers', event.totalCents],
    ]
    const credit = toEntry(journals.credited, reversed(sale(event)))
    return [...credit, ...(isWrittenOff ? toEntry('general', part) : [])]
  }
  if (kind === 'payment_recorded' || kind === 'payment_undone') {
    const cents = kind === 'payment_recorded' ? event.totalCents : -event.totalCents
    return toEntry(journals[kind], [
      ['bank', cents],
      ['customers', -cents],
    ])
  }
  if (kind === 'refunded' || kind === 'dispute_lost' || kind === 'dispute_won') {
    return toEntry(journals[kind], [
      ['customers', event.totalCents],
      ['bank', -event.totalCents],
    ])
  }
  return [...undone, ...toEntry(journals[kind], closing(kind, event))]
}
