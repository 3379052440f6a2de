import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { orgOfAccount } from '../processor/accounts.ts'
import type { ProcessorEvent } from '../processor/event.ts'
import { undefinedIfRefused } from '../processor/processor.ts'

/** What an invoice of the platform has at most. */
const linesAtMost = 500

const PartOfSale = z.object({
  id: z.string(),
  billing_reason: z.string().startsWith('subscription'),
  lines: z.object({ has_more: z.literal(true) }),
})

/**
 * The event with all lines of its invoice, where it is the payment of a subscription of a connected account and has only
 * the first ones; unchanged when the processor refuses to show them, or for too many. Throws `unavailable` (503).
 */
export async function withAllLines(deps: Deps, event: ProcessorEvent): Promise<ProcessorEvent> {
  const { processor, db } = deps
  const { account, type, data } = event
  if (processor === null || account == null || type !== 'invoice.paid') return event
  const sale = PartOfSale.safeParse(data.object)
  if (!sale.success || (await orgOfAccount(db, account)) === undefined) return event
  const lines = await processor.invoiceLines(account, sale.data.id, linesAtMost).catch(undefinedIfRefused)
  if (lines === undefined) return event
  return { ...event, data: { object: { ...data.object, lines: { data: lines, has_more: false } } } }
}
