/** The closing of an invoice's receivable. */
export type Closing = 'voided' | 'uncollectible' | 'paid'

/** Money that the customer got back, or a lost dispute that was won later: its total is negative. */
export type Return = 'refunded' | 'dispute_lost' | 'dispute_won'

/** Something in the life of an invoice that the books record; amounts in minor units. */
export interface LedgerEvent {
  kind: 'issued' | 'credited' | Closing | Return
  /** The closing that this event takes back, such as a void that a payment followed. */
  before: Closing | null
  subtotalCents: bigint
  vatCents: bigint
  totalCents: bigint
  /** The part of the total that no credit note has taken off before, and the VAT in it. */
  openCents: bigint
  openVatCents: bigint
  /** The part of the total that no credit note has taken off the amount to pay; more than the open part for notes after the payment. */
  payableCents: bigint
}

export type Account = 'customers' | 'sales' | 'vat' | 'bank' | 'badDebts'
export type Journal = 'sales' | 'bank' | 'general'

/** A line of an entry; one of its two amounts is zero. */
export interface JournalLine {
  account: Account
  debitCents: bigint
  creditCents: bigint
}

export interface JournalEntry {
  journal: Journal
  lines: JournalLine[]
}

type Moves = ReadonlyArray<readonly [account: Account, debitCents: bigint]>

type Amounts = Pick<LedgerEvent, 'totalCents' | 'subtotalCents' | 'vatCents'>

const sale = ({ totalCents, subtotalCents, vatCents }: Amounts): Moves => [
  ['customers', totalCents],
  ['sales', -subtotalCents],
  ['vat', -vatCents],
]

const reversed = (moves: Moves): Moves => moves.map(([account, cents]) => [account, -cents])

const closing = (kind: Closing, event: LedgerEvent): Moves => {
  const { openCents, openVatCents, payableCents } = event
  if (kind === 'voided') {
    const rest = { totalCents: openCents, vatCents: openVatCents, subtotalCents: openCents - openVatCents }
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
}

const entryOf = (journal: Journal, moves: Moves): JournalEntry[] => {
  const lines = moves
    .filter(([, cents]) => cents !== 0n)
    .map(([account, cents]) => ({
      account,
      debitCents: cents > 0n ? cents : 0n,
      creditCents: cents < 0n ? -cents : 0n,
    }))
  return lines.length === 0 ? [] : [{ journal, lines }]
}

/** The balanced entries of an event (docs/reference/accounting.md, "Journal"). An event over nothing has none. */
export function entriesOf(event: LedgerEvent): JournalEntry[] {
  const { kind, before } = event
  const undone = before === null ? [] : entryOf('general', reversed(closing(before, event)))
  if (kind === 'issued') return entryOf(journals.issued, sale(event))
  if (kind === 'credited') {
    // The write-off has closed the part that the note credits.
    const isWrittenOff = before === 'uncollectible'
    const part: Moves = [
      ['badDebts', -event.totalCents],
      ['customers', event.totalCents],
    ]
    const credit = entryOf(journals.credited, reversed(sale(event)))
    return [...credit, ...(isWrittenOff ? entryOf('general', part) : [])]
  }
  if (kind === 'refunded' || kind === 'dispute_lost' || kind === 'dispute_won') {
    return entryOf(journals[kind], [
      ['customers', event.totalCents],
      ['bank', -event.totalCents],
    ])
  }
  return [...undone, ...entryOf(journals[kind], closing(kind, event))]
}
