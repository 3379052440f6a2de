import type { InvoiceDefaults, PutInvoiceDefaults } from '@atrium/contracts'
import { audit, inTransaction } from '@atrium/database'
import { checkIfMatch, contentEtag } from '@atrium/http'
import type { Db, Row } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { findDefaultsRow, findLastVatRate, lockDefaults, putDefaultsRow } from './defaults.db.ts'

type Stored = Omit<InvoiceDefaults, 'lastVatRateBps'>

/** The defaults of an organisation that has saved none. */
export const unsetDefaults: Stored = {
  paymentTermsDays: 30,
  note: null,
  footer: null,
  onlinePayments: true,
}

const toDefaults = (row: Row<'invoicing_defaults'>): Stored => ({
  paymentTermsDays: row.payment_terms_days,
  note: row.note,
  footer: row.footer,
  onlinePayments: row.online_payments,
})

/** Returns the organisation's defaults for new invoices. */
export async function findDefaults(db: Db, orgId: string): Promise<Stored> {
  const row = await findDefaultsRow(db, orgId)
  return row === undefined ? unsetDefaults : toDefaults(row)
}

export const getDefaults = async (db: Db, orgId: string): Promise<InvoiceDefaults> => ({
  ...(await findDefaults(db, orgId)),
  lastVatRateBps: await findLastVatRate(db, orgId),
})

/** Covers only what users can change, so a new invoice does not invalidate the ETag. */
export const defaultsEtag = (
  orgId: string,
  { paymentTermsDays, note, footer, onlinePayments }: Stored,
): string => contentEtag(orgId, { paymentTermsDays, note, footer, onlinePayments })

/** Throws `precondition_failed` (412) if the defaults changed since `ifMatch`. */
export const putDefaults = (
  deps: Deps,
  { principal: { orgId } }: Ctx,
  { input, ifMatch }: { input: PutInvoiceDefaults; ifMatch?: string | undefined },
): Promise<InvoiceDefaults> =>
  inTransaction(deps.db, undefined, async (tx) => {
    await lockDefaults(tx, orgId)
    const before = await findDefaults(tx, orgId)
    checkIfMatch(ifMatch, defaultsEtag(orgId, before))
    const {
      paymentTermsDays = before.paymentTermsDays,
      note = before.note,
      footer = before.footer,
      onlinePayments = before.onlinePayments,
    } = input
    await putDefaultsRow(tx, {
      org_id: orgId,
      payment_terms_days: paymentTermsDays,
      note: note || null,
      footer: footer || null,
      online_payments: onlinePayments,
    })
    await audit(tx, orgId, {
      action: 'invoice_defaults.changed',
      target: { type: 'invoice_defaults', id: orgId, name: 'Invoices' },
      detail: { paymentTermsDays, onlinePayments },
    })
    return getDefaults(tx, orgId)
  })
