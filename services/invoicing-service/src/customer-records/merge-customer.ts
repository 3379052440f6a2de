import {
  type CustomerEmails,
  CustomerRemoved,
  customerErrors,
  invalidField,
  invoiceErrors,
} from '@atrium/contracts'
import { emit, inTransaction, json } from '@atrium/database'
import { auditCustomer } from '../customers/audit-customer.ts'
import { getBuyer } from '../customers/billed-customer.ts'
import type { CustomerRow } from '../customers/customer.ts'
import { changeCustomer, deleteMergedCustomer, getCustomer } from '../customers/get-customer.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import {
  type CustomerChanges,
  freezeBuyers,
  getMergedInto,
  hasOtherCurrency,
  insertMerged,
  lockCustomers,
  moveRecords,
} from './customer-records.db.ts'

/**
 * Moves all of a customer's records to another one and deletes the first. A repeated merge returns
 * the remaining customer. Throws `not_found`, `validation_failed` (400) if both are the same, and
 * `currency_mismatch` (409) if the other customer cannot have the drafts or schedules.
 */
export function mergeCustomer(
  deps: Deps,
  ctx: Ctx,
  { id, into }: { id: string; into: string },
): Promise<CustomerRow> {
  const { orgId } = ctx.principal
  if (id === into) throw invalidField('into', 'Choose another customer')
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const rows = await lockCustomers(tx, orgId, [id, into])
    const from = rows.find((row) => row.id === id)
    const stays = rows.find((row) => row.id === into)
    if (from === undefined) return readRepeated(tx, orgId, { id, into })
    if (stays === undefined) throw customerErrors.not_found()
    if (stays.currency !== null && (await hasOtherCurrency(tx, from, stays.currency)))
      throw invoiceErrors.currency_mismatch()
    await freezeBuyers(tx, from, await getBuyer(tx, orgId, id))
    await moveRecords(tx, from, into)
    await insertMerged(tx, from, into)
    await deleteMergedCustomer(tx, orgId, id)
    await emit(tx, CustomerRemoved, orgId, { customerId: id, into })
    await auditCustomer(tx, from, 'customer.merged', { detail: { into, intoName: stays.name } })
    return changeCustomer(tx, stays, findAdded(from, stays))
  })
}

async function readRepeated(
  tx: Transaction,
  orgId: string,
  { id, into }: { id: string; into: string },
): Promise<CustomerRow> {
  if ((await getMergedInto(tx, orgId, id)) !== into) throw customerErrors.not_found()
  return getCustomer(tx, orgId, into)
}

const addressColumns = [
  'billing_line1',
  'billing_line2',
  'billing_city',
  'billing_postal_code',
  'billing_state',
  'billing_country',
] as const

/**
 * Returns what the remaining customer lacks. An address is taken over as a whole. Reminders stay
 * paused if they were paused for either, because nobody may be reminded against a promise.
 */
function findAdded(from: CustomerRow, stays: CustomerRow): CustomerChanges {
  const hasAddress = addressColumns.some((column) => stays[column] !== null)
  const address = hasAddress ? [] : addressColumns.map((column) => [column, from[column]])
  return {
    ...Object.fromEntries(address),
    contact_name: stays.contact_name ?? from.contact_name,
    phone: stays.phone ?? from.phone,
    email: stays.email === '' ? from.email : stays.email,
    emails: json(joinRecipients(from, stays)),
    reminders_paused: stays.reminders_paused || from.reminders_paused,
    notes: joinNotes(stays.notes, from.notes),
    tax_id: stays.tax_id ?? from.tax_id,
    language: stays.language ?? from.language,
    ...(stays.payments_customer_id === null
      ? {
          payments_customer_id: from.payments_customer_id,
          payments_account_id: from.payments_account_id,
        }
      : {}),
  }
}

const recipientsAtMost = 10

/**
 * Keeps each list that the remaining customer has. Documents to a list no longer go to the main
 * address, so this address is added to a list that is taken over.
 */
function joinRecipients(from: CustomerRow, stays: CustomerRow): CustomerEmails {
  const mainAddress = stays.email === '' ? [] : [stays.email]
  const taken = from.emails.to.length === 0 ? [] : [...new Set([...mainAddress, ...from.emails.to])]
  return {
    to: stays.emails.to.length > 0 ? stays.emails.to : taken.slice(0, recipientsAtMost),
    cc: stays.emails.cc.length > 0 ? stays.emails.cc : from.emails.cc,
  }
}

const notesAtMost = 5_000

function joinNotes(own: string | null, more: string | null): string | null {
  const both = [own, more].filter((notes) => notes !== null)
  return both.length === 0 ? null : both.join('\n\n').slice(0, notesAtMost).toWellFormed()
}
