import {
  type InvoiceCheck,
  type InvoiceWarning,
  missingCompanyFields,
  missingVatFields,
  type Seller,
  sellerFieldNames,
} from '@atrium/contracts'
import { getBuyer } from '../customers/billed-customer.ts'
import { findDefaults } from '../defaults/defaults.ts'
import type { Ctx, Deps } from '../deps.ts'
import { isBlank } from '../e-invoice/missing-terms.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import { requireMove } from '../invoices/invoice-moves.ts'
import { eInvoiceWarnings, findSeller, unnamed } from '../invoices/seller.ts'
import { listVatGroups } from '../invoices/vat-groups.ts'
import { findAccount } from '../processor/accounts.ts'
import { ratesByCountry } from './vat-rates.ts'

const settings = 'Fill in “Your company” in the settings.'

function companyWarnings(seller: Seller): InvoiceWarning[] {
  const missing = [...missingCompanyFields(seller), ...missingVatFields(seller)]
  if (missing.length === 0) return []
  const list = new Intl.ListFormat('en').format(missing.map((field) => sellerFieldNames[field]))
  return [
    {
      code: 'seller_incomplete',
      message: `The law asks for details of your company that are missing: ${list}`,
      fix: settings,
    },
  ]
}

function rateWarnings(seller: Seller, rate: number): InvoiceWarning[] {
  const rates = ratesByCountry[seller.country ?? '']
  const shown = `${rate / 100} %`
  if (rate > 0 && seller.smallBusiness === true) {
    return [
      {
        code: 'vat_rate_unusual',
        message: `Your company charges no VAT as a small business, but this invoice has ${shown}`,
        fix: 'Choose 0 % as the VAT rate, or turn the small business rule off in the settings.',
      },
    ]
  }
  if (rate === 0 || rates === undefined || rates.includes(rate)) return []
  const country = new Intl.DisplayNames('en', { type: 'region' }).of(seller.country ?? '')
  return [
    {
      code: 'vat_rate_unusual',
      message: `${country} has no VAT rate of ${shown}`,
      fix: 'Choose another VAT rate, unless you charge the VAT of another country.',
    },
  ]
}

/** Returns what stops the invoice from being issued or paid. */
async function paymentWarnings(
  { db, processor }: Pick<Deps, 'db' | 'processor'>,
  orgId: string,
  seller: Seller,
): Promise<InvoiceWarning[]> {
  const { onlinePayments } = await findDefaults(db, orgId)
  const account = await findAccount(db, orgId)
  if (processor !== null && onlinePayments && account?.chargesEnabled !== true) {
    return [
      {
        code: 'charges_not_enabled',
        message: 'Your payments account cannot take payments yet',
        fix: 'Connect it in the settings, or say there that customers pay by bank transfer only.',
      },
    ]
  }
  const isPaidOnline = processor !== null && onlinePayments
  if (isPaidOnline || !isBlank(seller.iban ?? null)) return []
  return [
    {
      code: 'bank_account_missing',
      message: 'The invoice does not say how to pay, because your bank account is missing',
      fix: 'Enter your IBAN in the settings.',
    },
  ]
}

/** Returns what a draft lacks before it is issued. Throws `not_found`, `invoice_not_draft` (409). */
export async function checkInvoice(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  id: string,
): Promise<InvoiceCheck> {
  const { db } = deps
  const draft = await getInvoice(db, orgId, id)
  requireMove('change', draft)
  const seller = (await findSeller(db, orgId)) ?? unnamed
  const used = new Set(listVatGroups(draft).map(({ vatRateBps }) => vatRateBps))
  const buyer = await getBuyer(db, orgId, draft.customer_id)
  return {
    warnings: [
      ...companyWarnings(seller),
      ...[...used].flatMap((rate) => rateWarnings(seller, rate)),
      ...(await paymentWarnings(deps, orgId, seller)),
    ],
    eInvoiceWarnings: eInvoiceWarnings({ ...draft, seller, buyer }),
  }
}
