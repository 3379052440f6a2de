/** The closing of an invoice's receivable. */
export type Closing = 'voided' | 'uncollectible' | 'paid'

/** Something in the life of an invoice that the books record; amounts in minor units. */
export interface LedgerEvent {
  kind: 'issued' | 'credited' | Closing
  /** The closing that this event takes back, such as a void that a payment followed. */
  before: Closing | null
  subtotalCents: bigint
  vatCents: bigint
  totalCents: bigint
  /** The part of the total that no credit note has taken off before. */
  openCents: bigint
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

const sale = ({ totalCents, subtotalCents, vatCents }: LedgerEvent): Moves => [
  ['customers', totalCents],
  ['sales', -subtotalCents],
  ['vat', -vatCents],
]

const reversed = (moves: Moves): Moves => moves.map(([account, cents]) => [account, -cents])

const closing = (kind: Closing, event: LedgerEvent): Moves => {
  if (kind === 'voided') return reversed(sale(event))
  const against = kind === 'paid' ? 'bank' : 'badDebts'
  return [
    [against, event.openCents],
    ['customers', -event.openCents],
  ]
}

const journals: Readonly<Record<LedgerEvent['kind'], Journal>> = {
  issued: 'sales',
  credited: 'sales',
  voided: 'sales',
  uncollectible: 'general',
  paid: 'bank',
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
  if (kind === 'credited') return entryOf(journals.credited, reversed(sale(event)))
  return [...undone, ...entryOf(journals[kind], closing(kind, event))]
}
