import { createInvoice, getInvoice, getInvoicePdf, listInvoices } from '@atrium/contracts'
import { readFile } from '@atrium/sdk'
import { type CommandIo, type Flags, untilStopped } from '../command.ts'
import { signedInClient } from '../login/stored-login.ts'
import { readObject } from '../read-input.ts'
import { createListCommand, type ListFlags } from './list-records.ts'
import { createGetCommand, createRecord, type Shown } from './one-record.ts'
import { money } from './tables.ts'
import { writeAnswer } from './write-file.ts'

type InvoiceFilters = ListFlags & Flags<'status' | 'customer' | 'search', 'overdue'>

/** `atrium invoices list`. */
export const listInvoicesCommand = createListCommand(
  listInvoices,
  ({ status, customer, search, overdue }: InvoiceFilters) => ({
    status,
    customerId: customer,
    q: search,
    overdue: overdue === true ? 'true' : undefined,
  }),
  {
    id: ({ id }) => id,
    number: (invoice) => invoice.number,
    status: (invoice) => invoice.status,
    due: ({ dueOn }) => dueOn ?? '',
    total: ({ totalAmountCents, currency }) => money(totalAmountCents, currency),
    customer: (invoice) => invoice.customerName,
  },
)

/** `atrium invoices get <id>`. */
export const getInvoiceCommand = createGetCommand(getInvoice)

/** `atrium invoices create [file]`: creates a draft from JSON in the API's form. */
export const createInvoiceCommand = async (shown: Shown, io: CommandIo, file?: string) =>
  createRecord(createInvoice, shown, io, await readObject(io, file))

/** `atrium invoices pdf <id>`. */
export async function invoicePdfCommand(
  { output }: Flags<'output'>,
  io: CommandIo,
  id: string,
): Promise<true> {
  const client = await signedInClient(io.env)
  const file = await readFile(client, getInvoicePdf, { params: { id } }, untilStopped(io))
  io.error(`Written to ${await writeAnswer(io, file, output)}`)
  return true
}
