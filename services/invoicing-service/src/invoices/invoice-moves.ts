import { type Invoice, invoiceErrors } from '@atrium/contracts'
import type { InvoiceRow } from './invoice.ts'

type Status = Invoice['status']

/**
 * The moves of an invoice from status to status (docs/reference/invoicing.md, "Invoices"); a move that is not listed is
 * refused to a person, and changes nothing when the processor states it.
 */
const moves = {
  change: { draft: 'draft' },
  finalize: { draft: 'open' },
  mail: { open: 'open' },
  pay: { open: 'paid' },
  void: { open: 'void' },
  credit: { open: 'open', uncollectible: 'uncollectible', paid: 'paid' },
  reset: { open: 'draft', uncollectible: 'draft', void: 'draft', paid: 'draft' },
  // A payment is stronger than any other end: the money is there.
  statedPaid: { open: 'paid', uncollectible: 'paid', void: 'paid' },
  statedUncollectible: { open: 'uncollectible' },
  // A void that nobody here asked for is a write-off.
  statedVoid: { open: 'uncollectible' },
  statedOwnVoid: { open: 'void', uncollectible: 'void' },
} as const satisfies Record<string, Partial<Record<Status, Status>>>

const tableOf: Readonly<Record<keyof typeof moves, Partial<Record<Status, Status>>>> = moves

export type PersonMove = Exclude<keyof typeof moves, `stated${string}`>

const refusals = {
  change: invoiceErrors.invoice_not_draft,
  finalize: invoiceErrors.invoice_not_draft,
  mail: invoiceErrors.invoice_not_open,
  pay: invoiceErrors.invoice_not_open,
  void: invoiceErrors.invoice_not_open,
  credit: invoiceErrors.invoice_void,
  reset: invoiceErrors.invoice_not_issued,
} satisfies Record<PersonMove, () => Error>

/** Why an invoice of a status is not open, and what to do about a draft. */
const closed: Readonly<Record<Status, string>> = {
  draft: 'The invoice is a draft: finalize it first',
  open: 'The invoice is open',
  paid: 'The invoice is paid',
  void: 'The invoice is void',
  uncollectible: 'The invoice is written off',
}

/**
 * Throws the refusal of a move that the status of an invoice does not allow (409): `invoice_not_draft`,
 * `invoice_not_open`, `invoice_void`, `invoice_not_issued`.
 */
export function requireMove(move: PersonMove, { status }: Pick<InvoiceRow, 'status'>): void {
  if (tableOf[move][status] !== undefined) return
  if (move === 'credit' && status === 'draft') throw invoiceErrors.invoice_not_issued()
  if (move === 'credit') throw invoiceErrors.invoice_void({ message: 'A void invoice cannot be credited' })
  const refusal = refusals[move]
  throw refusal === invoiceErrors.invoice_not_open ? refusal({ message: closed[status] }) : refusal()
}

type Stated = Pick<InvoiceRow, 'status' | 'void_requested' | 'credited_cents'>

/** Null for no change; the order of statements does not matter. The rest of a credited invoice is written off. */
export function statusAfter(row: Stated, stated: Status): 'paid' | 'void' | 'uncollectible' | null {
  if (stated === 'draft' || stated === 'open') return null
  const isOwn = row.void_requested && Number(row.credited_cents) === 0
  const move = (
    {
      paid: 'statedPaid',
      uncollectible: 'statedUncollectible',
      void: isOwn ? 'statedOwnVoid' : 'statedVoid',
    } as const
  )[stated]
  const table: Partial<Record<Status, 'paid' | 'void' | 'uncollectible'>> = moves[move]
  return table[row.status] ?? null
}
