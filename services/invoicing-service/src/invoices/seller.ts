import {
  AppError,
  compactBankCode,
  FindOrg,
  type InvoiceWarning,
  type PutSeller,
  Seller,
} from '@atrium/contracts'
import { audit, createView, inTransaction, toColumns } from '@atrium/database'
import { checkIfMatch, contentEtag } from '@atrium/http'
import { callRpc } from '@atrium/messaging'
import type { z } from 'zod'
import { normalTaxId, requireTaxId } from '../customers/tax-id.ts'
import type { Db, NewRow, Row } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { hasEInvoice } from '../e-invoice/e-invoice.ts'
import { isBlank, missingTerms } from '../e-invoice/missing-terms.ts'
import type { InvoiceRow } from './invoice.ts'
import { findSellerRow, lockSeller, putSellerRow } from './invoices.db.ts'

export const unnamed: Seller = {
  name: '',
  line1: null,
  line2: null,
  city: null,
  postalCode: null,
  country: null,
  taxId: null,
  taxNumber: null,
  registration: null,
  legalForm: null,
  shareCapital: null,
  email: null,
  phone: null,
  website: null,
  iban: null,
  bic: null,
  bankName: null,
  vatExemption: null,
  smallBusiness: false,
}

const toDetails = createView(Seller.omit({ smallBusiness: true }))
const toSeller = (row: Row<'sellers'>): Seller => ({
  ...toDetails(row),
  smallBusiness: row.vat_exemption === 'small_enterprise',
})

export async function findSeller(db: Db, orgId: string): Promise<Seller | undefined> {
  const row = await findSellerRow(db, orgId)
  return row && toSeller(row)
}

const readBankCode = (typed: string | null): string | null =>
  typed === null ? null : compactBankCode(typed) || null

/** Reads the exemption. If its two fields differ, the one that differs from the stored one counts. */
function readExemption(
  { vatExemption, smallBusiness }: z.output<typeof PutSeller>,
  stored: Seller,
): Seller['vatExemption'] {
  const isSmall = vatExemption === 'small_enterprise'
  if (smallBusiness === undefined) return isSmall ? 'small_enterprise' : null
  const isChanged = smallBusiness !== stored.smallBusiness
  const counts = vatExemption === undefined || isChanged ? smallBusiness : isSmall
  return counts ? 'small_enterprise' : null
}

function toSellerRow(
  orgId: string,
  input: z.output<typeof PutSeller>,
  stored: Seller,
): NewRow<'sellers'> {
  const { smallBusiness: _, ...details } = input
  return {
    org_id: orgId,
    ...toColumns(details),
    tax_id: requireTaxId(input.taxId, input.country, { national: true }),
    email: input.email || null,
    iban: readBankCode(input.iban),
    bic: readBankCode(input.bic),
    vat_exemption: readExemption(input, stored) ?? null,
  }
}

/**
 * Returns an organisation's postal address on one line, or null if its company details have no
 * street and no town.
 */
export async function readSellerAddress(
  db: Db,
  orgId: string,
): Promise<{ address: string | null }> {
  const seller = await findSeller(db, orgId)
  if (seller === undefined || (isBlank(seller.line1) && isBlank(seller.city)))
    return { address: null }
  const { line1, line2, postalCode, city, country } = seller
  const town = [postalCode, city].filter((part) => !isBlank(part)).join(' ')
  return { address: [line1, line2, town, country].filter((part) => !isBlank(part)).join(', ') }
}

/**
 * Throws `validation_failed` if the VAT number is invalid, and `precondition_failed` (412) if the
 * seller changed since `ifMatch`.
 */
export async function putSeller(
  deps: Deps,
  { principal }: Ctx,
  { input, ifMatch }: { input: z.output<typeof PutSeller>; ifMatch?: string | undefined },
) {
  const { orgId } = principal
  return toSeller(
    await inTransaction(deps.db, undefined, async (tx) => {
      await lockSeller(tx, orgId)
      const stored = (await findSeller(tx, orgId)) ?? unnamed
      checkIfMatch(ifMatch, contentEtag(orgId, stored))
      const row = toSellerRow(orgId, input, stored)
      await audit(tx, orgId, {
        action: 'seller.changed',
        target: { type: 'seller', id: orgId, name: input.name },
      })
      return putSellerRow(tx, row)
    }),
  )
}

/**
 * Returns the terms that an issued invoice's e-invoice lacks, because a receiver may refuse it.
 * Returns nothing if the invoice has no e-invoice at all.
 */
export function eInvoiceWarnings(row: InvoiceRow): InvoiceWarning[] {
  if (row.buyer === null || !hasEInvoice(row)) return []
  const amounts = {
    lineItems: row.line_items,
    vatRateBps: row.vat_rate_bps,
    subtotalAmountCents: Number(row.subtotal_amount_cents),
    vatAmountCents: Number(row.vat_amount_cents),
  }
  const missing = missingTerms(amounts, { seller: row.seller ?? unnamed, buyer: row.buyer })
  if (missing.length === 0) return []
  const list = missing.map(({ of, term }) => `${of} ${term}`)
  return [
    {
      code: 'e_invoice_incomplete',
      message: `These details are missing for an e-invoice: ${new Intl.ListFormat('en').format(list)}`,
      fix: 'Complete “Your company” in the settings and the customer. Invoices that you issue afterwards carry the details.',
    },
  ]
}

/**
 * Returns the seller to print: the stored one, or the org's name alone. Must be read before the
 * opening transaction.
 */
export async function sellerToFreeze(deps: Deps, orgId: string, db: Db = deps.db) {
  const stored = await findSeller(db, orgId)
  const seller = stored && {
    ...stored,
    taxId: normalTaxId(stored.taxId, stored.country, { national: true }),
  }
  return { seller: seller ?? (await nameAlone(deps, orgId)), stored }
}

/**
 * Returns the org's name as seller, or null if identity does not have it or does not respond within
 * a second.
 */
export async function nameAlone(deps: Deps, orgId: string): Promise<Seller | null> {
  try {
    const { org } = await callRpc(deps.bus, FindOrg, { slugOrId: orgId }, { timeoutMs: 1_000 })
    return org?.orgId === orgId ? { ...unnamed, name: org.name } : null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.logger.warn(
      { err: error, org: orgId },
      '[invoices] the name of the organisation is not known',
    )
    return null
  }
}
