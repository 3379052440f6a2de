import { createInvoice, getInvoice, getInvoicePdf, listInvoices } from '@atrium/contracts'
import { readFile } from '@atrium/sdk'
import { type CommandIo, untilStopped } from '../command.ts'
import { signedInClient } from '../login/stored-login.ts'
import { readObject } from '../read-input.ts'
import { listRecords } from './list-records.ts'
import { minute, money, writeRecord } from './tables.ts'
import { writeAnswer } from './write-file.ts'

interface InvoiceFilters {
  status?: string | undefined
  customer?: string | undefined
  search?: string | undefined
  overdue?: boolean | undefined
  limit?: string | undefined
  all?: boolean | undefined
  json?: boolean | undefined
}

/** `atrium invoices list`. */
export const listInvoicesCommand = (
  { status, customer, search, overdue, ...flags }: InvoiceFilters,
  io: CommandIo,
) => {
  const query = { status, customerId: customer, q: search, overdue: overdue === true ? 'true' : undefined }
  return listRecords(flags, io, listInvoices, query, {
    id: ({ id }) => id,
    number: (invoice) => invoice.number,
    status: (invoice) => invoice.status,
    due: ({ dueDate }) => minute(dueDate).slice(0, 10),
    total: ({ totalAmountCents, currency }) => money(totalAmountCents, currency),
    customer: (invoice) => invoice.customerName,
  })
}

interface Shown {
  json?: boolean | undefined
}

/** `atrium invoices get <id>`. */
export async function getInvoiceCommand({ json }: Shown, io: CommandIo, id: string): Promise<true> {
  const client = await signedInClient(io.env)
  writeRecord(io, json === true, await client.call(getInvoice, { params: { id } }, untilStopped(io)))
  return true
}

/** `atrium invoices create [file]`: a draft from JSON, as the API takes it. */
export async function createInvoiceCommand({ json }: Shown, io: CommandIo, file?: string): Promise<true> {
  const body = await readObject(io, file)
  const client = await signedInClient(io.env)
  const invoice = await client.call(createInvoice, { body: body as never }, untilStopped(io))
  if (json) writeRecord(io, true, invoice)
  else io.write(invoice.id)
  return true
}

/** `atrium invoices pdf <id>`. */
export async function invoicePdfCommand(
  { output }: { output?: string | undefined },
  io: CommandIo,
  id: string,
): Promise<true> {
  const client = await signedInClient(io.env)
  const file = await readFile(client, getInvoicePdf, { params: { id } }, untilStopped(io))
  io.error(`Written to ${await writeAnswer(io, file, output)}`)
  return true
}
