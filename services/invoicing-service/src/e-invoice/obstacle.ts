import type { DocumentContent } from '../pdf/document-content.ts'
import { hasEInvoice } from './e-invoice.ts'
import { missingTerms } from './missing-terms.ts'

/** Why a document has no e-invoice: its currency, a void invoice, or the terms that it lacks. Null if it has one. */
export function findObstacle({ invoice, seller, buyer }: DocumentContent) {
  if (!hasEInvoice(invoice)) return 'currency'
  if (invoice.status === 'void') return 'void'
  const missing = missingTerms(invoice.vatRateBps, { seller, buyer })
  return missing.length === 0 ? null : missing
}
