import { useQueryClient } from '@tanstack/react-query'
import { customerQuery } from '../money/money-queries.ts'
import { useMoney } from '../money/use-money.ts'
import type { InvoiceDraft } from './invoice-draft.ts'

/** What of a draft is kept or taken as a whole when two windows have changed it. */
export const draftParts = {
  customer: ['customerId'],
  lines: ['lines', 'offerId'],
  rate: ['rate'],
  due: ['dueDay'],
} as const

/** The names of the parts. */
export const partLabels: Readonly<Record<string, string>> = {
  customer: 'Customer',
  lines: 'Lines',
  rate: 'VAT',
  due: 'Due',
}

/** A part of a draft in words. */
export function usePartText(): (part: string, draft: InvoiceDraft) => string {
  const queryClient = useQueryClient()
  const { day } = useMoney()
  return (part, { customerId, lines, rate, dueDay }) => {
    if (part === 'customer') {
      if (customerId === null) return 'None'
      return queryClient.getQueryData(customerQuery(customerId).queryKey)?.name ?? 'Another customer'
    }
    if (part === 'rate') return `${rate} %`
    if (part === 'due') return dueDay === '' ? '30 days after it is finalized' : day(dueDay)
    const texts = lines.map(
      ({ description, quantity, price }) => `${quantity} × ${description || '–'}, ${price}`,
    )
    return texts.join('\n') || 'None'
  }
}
