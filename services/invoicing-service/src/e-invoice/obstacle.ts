import type { DocumentContent } from '../pdf/document-content.ts'
import { hasEInvoice } from './e-invoice.ts'
import { missingTerms } from './missing-terms.ts'

/**
 * Returns why a document has no e-invoice: its currency, a void invoice, or missing terms. Returns
 * null if it has one.
 */
export function findObstacle({ invoice, seller, buyer }: DocumentContent) {
  if (!hasEInvoice(invoice)) return 'currency'
  if (invoice.status === 'void') return 'void'
  const missing = missingTerms(invoice, { seller, buyer })
  return missing.length === 0 ? null : missing
}
