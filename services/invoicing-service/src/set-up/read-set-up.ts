import { type InvoicingSetUp, missingCompanyFields, missingVatFields } from '@atrium/contracts'
import { findDefaults } from '../defaults/defaults.ts'
import type { Ctx, Deps } from '../deps.ts'
import { findSeller, unnamed } from '../invoices/seller.ts'
import { hasGivenNumbers, isNumberingSaved } from '../numbering/numbering.ts'
import { findAccount } from '../processor/accounts.ts'

type Item = InvoicingSetUp['items'][number]

const toItem = (step: Item['step'], missing: readonly string[], optional = false): Item => ({
  step,
  done: missing.length === 0,
  optional,
  missing: [...missing],
})

/** Returns what an organisation has set up and what is missing before its first invoice. */
export const readSetUp = (deps: Pick<Deps, 'db'>, { principal }: Ctx): Promise<InvoicingSetUp> =>
  readOrgSetUp(deps, principal.orgId)

/** True if nothing but optional steps is missing before an organisation's first invoice. */
export async function isReadyToInvoice(deps: Pick<Deps, 'db'>, orgId: string): Promise<boolean> {
  const { items } = await readOrgSetUp(deps, orgId)
  return items.every(({ done, optional }) => done || optional)
}

async function readOrgSetUp({ db }: Pick<Deps, 'db'>, orgId: string): Promise<InvoicingSetUp> {
  const seller = (await findSeller(db, orgId)) ?? unnamed
  const { onlinePayments } = await findDefaults(db, orgId)
  const account = await findAccount(db, orgId)
  const isNumbered = (await isNumberingSaved(db, orgId)) || (await hasGivenNumbers(db, orgId))
  return {
    items: [
      toItem('company', missingCompanyFields(seller)),
      // Customers of a company with online payments can pay without knowing its bank account.
      toItem('bank', seller.iban ? [] : ['iban'], onlinePayments && account !== undefined),
      toItem('vat', missingVatFields(seller)),
      toItem('numbers', isNumbered ? [] : ['prefix']),
      {
        step: 'payments',
        done: account !== undefined || !onlinePayments,
        optional: true,
        missing: [],
      },
    ],
  }
}
