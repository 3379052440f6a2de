import { useQuery } from '@tanstack/react-query'
import { defaultsQuery } from '../money/set-up/set-up-queries.ts'
import { usePresetRate } from '../money/set-up/use-preset-rate.ts'
import { noDocumentOptions } from './document-options.ts'
import type { InvoiceDraft } from './invoice-draft.ts'

/**
 * Returns the VAT rate and the organisation's texts of a new document. Undefined while they are
 * being read.
 */
export function usePresetDraft(): Pick<InvoiceDraft, 'rate' | 'options'> | undefined {
  const rate = usePresetRate()
  const defaults = useQuery(defaultsQuery).data
  if (rate === undefined) return undefined
  const [note, footer] = [defaults?.note ?? '', defaults?.footer ?? '']
  // A request with other options sends these texts, too, so they must not be empty then.
  return note === '' && footer === ''
    ? { rate }
    : { rate, options: { ...noDocumentOptions, note, footer } }
}
