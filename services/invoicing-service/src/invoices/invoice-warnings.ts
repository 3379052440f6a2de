import {
  type InvoiceWarning,
  missingCompanyFields,
  missingVatFields,
  type Seller,
  sellerFieldNames,
} from '@atrium/contracts'
import { findDefaults } from '../defaults/defaults.ts'
import type { Deps } from '../deps.ts'
import { isBlank } from '../e-invoice/missing-terms.ts'
import { findAccount } from '../processor/accounts.ts'
import { ratesByCountry } from './country-rates.ts'
import { unnamed } from './seller.ts'
import { listVatGroups } from './vat-groups.ts'

const settings =
  'Fill in “Your company” in the settings. Invoices that you issue afterwards carry the details.'

function companyWarnings(stored: Seller | undefined): InvoiceWarning[] {
  const seller = stored ?? unnamed
  const missing = [...missingCompanyFields(seller), ...missingVatFields(seller)]
  if (missing.length === 0) return []
  const list = new Intl.ListFormat('en').format(missing.map((field) => sellerFieldNames[field]))
  return [
    {
      code: 'seller_incomplete',
      message:
        stored === undefined
          ? `The invoice names only your organisation. The law also requires your company’s ${list}.`
          : `The law requires details of your company that are missing on the invoice: ${list}`,
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
  const isPaidOnline = processor !== null && (await findDefaults(db, orgId)).onlinePayments
  if (isPaidOnline && (await findAccount(db, orgId))?.chargesEnabled !== true) {
    return [
      {
        code: 'charges_not_enabled',
        message: 'Your payment account cannot take payments yet',
        fix: 'Connect it in the settings, or say there that customers pay by bank transfer only.',
      },
    ]
  }
  if (isPaidOnline || !isBlank(seller.iban ?? null)) return []
  return [
    {
      code: 'bank_account_missing',
      message: 'The invoice does not say how to pay, because your bank account is missing',
      fix: 'Enter your IBAN in the settings.',
    },
  ]
}

/**
 * Returns what an invoice lacks. The check before issuing and the response to issuing use it, so
 * that both say the same. `seller` is the stored one, if there is one.
 */
export async function listInvoiceWarnings(
  deps: Pick<Deps, 'db' | 'processor'>,
  orgId: string,
  { seller, invoice }: { seller: Seller | undefined; invoice: Parameters<typeof listVatGroups>[0] },
): Promise<InvoiceWarning[]> {
  const rates = new Set(listVatGroups(invoice).map(({ vatRateBps }) => vatRateBps))
  return [
    ...companyWarnings(seller),
    ...[...rates].flatMap((rate) => rateWarnings(seller ?? unnamed, rate)),
    ...(await paymentWarnings(deps, orgId, seller ?? unnamed)),
  ]
}
