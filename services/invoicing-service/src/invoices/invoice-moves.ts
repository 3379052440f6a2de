import { type Invoice, invoiceErrors } from '@atrium/contracts'
import type { InvoiceRow } from './invoice.ts'

type Status = Invoice['status']

/**
 * The allowed status changes of an invoice (docs/reference/invoicing.md, "Invoices"). If a move is
 * not listed, a user's request is refused, and a report from the processor changes nothing.
 */
const moves = {
  change: { draft: 'draft' },
  finalize: { draft: 'open' },
  mail: { open: 'open' },
  pay: { open: 'paid' },
  void: { open: 'void' },
  credit: { open: 'open', uncollectible: 'uncollectible', paid: 'paid' },
  reset: { open: 'draft', uncollectible: 'draft', void: 'draft', paid: 'draft' },
  // A payment overrides any other closing, because the money has arrived.
  statedPaid: { open: 'paid', uncollectible: 'paid', void: 'paid' },
  statedUncollectible: { open: 'uncollectible' },
  // If nobody here asked for a void, it counts as a write-off.
  statedVoid: { open: 'uncollectible' },
  statedOwnVoid: { open: 'void', uncollectible: 'void' },
} as const satisfies Record<string, Partial<Record<Status, Status>>>

const moveTable: Readonly<Record<keyof typeof moves, Partial<Record<Status, Status>>>> = moves

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

/** Why an invoice is not open, and for a draft what to do about it. */
const closed: Readonly<Record<Status, string>> = {
  draft: 'The invoice is a draft. Issue it first.',
  open: 'The invoice is open',
  paid: 'The invoice is paid',
  void: 'The invoice is void',
  uncollectible: 'The invoice is written off',
}

/**
 * Throws a refusal (409) if the status does not allow the move: `invoice_not_draft`,
 * `invoice_not_open`, `invoice_void`, `invoice_not_issued`.
 */
export function requireMove(move: PersonMove, { status }: Pick<InvoiceRow, 'status'>): void {
  if (moveTable[move][status] !== undefined) return
  if (move === 'credit' && status === 'draft') throw invoiceErrors.invoice_not_issued()
  if (move === 'credit')
    throw invoiceErrors.invoice_void({ message: 'A void invoice cannot be credited' })
  const refusal = refusals[move]
  throw refusal === invoiceErrors.invoice_not_open
    ? refusal({ message: closed[status] })
    : refusal()
}

type Stated = Pick<InvoiceRow, 'status' | 'void_requested' | 'credited_cents' | 'recorded_cents'>

/**
 * Returns the new status, or null if nothing changes. The order of reports does not matter. A void
 * of a credited or partly paid invoice counts as a write-off of its rest.
 */
export function statusAfter(row: Stated, stated: Status): 'paid' | 'void' | 'uncollectible' | null {
  if (stated === 'draft' || stated === 'open') return null
  const isOwn =
    row.void_requested && Number(row.credited_cents) === 0 && Number(row.recorded_cents) === 0
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
