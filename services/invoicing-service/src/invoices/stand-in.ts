import { AppError, FindOrg, type InvoiceWarning, type Seller } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Db } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findSeller, unnamed } from './seller.ts'

/** What takes the place of a seller that the org has not set. */
export interface StandIn {
  /** The org's name alone; null when there is a seller, or nobody could say the name. */
  seller: Seller | null
  warnings: InvoiceWarning[]
}

const sellerIncomplete: InvoiceWarning = {
  code: 'seller_incomplete',
  message: 'The invoice names only the organisation as its seller, without address and tax id',
  fix: 'Set who your invoices are from with PUT /api/invoicing/seller; invoices finalized afterwards carry it',
}

/** The stand-in for an org without a seller, to be asked for before the invoice is opened. */
export async function standInOf(deps: Deps, orgId: string, db: Db = deps.db): Promise<StandIn> {
  if ((await findSeller(db, orgId)) !== undefined) return { seller: null, warnings: [] }
  return { seller: await nameAlone(deps, orgId), warnings: [sellerIncomplete] }
}

/** The org's name as a seller; null while identity does not know or does not answer. */
export async function nameAlone(deps: Deps, orgId: string): Promise<Seller | null> {
  try {
    const { org } = await callRpc(deps.bus, FindOrg, { slugOrId: orgId }, { timeoutMs: 1_000 })
    return org?.orgId === orgId ? { ...unnamed, name: org.name } : null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.logger.warn({ err: error, org: orgId }, '[invoices] the name of the organisation is not known')
    return null
  }
}
