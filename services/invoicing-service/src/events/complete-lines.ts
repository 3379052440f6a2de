import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { orgOfAccount } from '../processor/accounts.ts'
import type { ProcessorEvent } from '../processor/event.ts'
import { isRefusal } from '../processor/processor.ts'

/** What an invoice of the platform has at most. */
const linesAtMost = 500
/** Meanwhile the processor delivers the event again, and the poller has tried it. */
const waitedForMs = 3_600_000

const PartOfSale = z.object({
  id: z.string(),
  billing_reason: z.string().startsWith('subscription'),
  lines: z.object({ has_more: z.literal(true) }),
})

/**
 * The payment of a subscription with all lines of its invoice; unchanged when the processor refuses to show them, for
 * too many, and after an hour, since the account's later events wait behind it. Throws `unavailable`.
 */
export async function withAllLines(deps: Deps, event: ProcessorEvent): Promise<ProcessorEvent> {
  const { processor, db, logger, now } = deps
  const { account, type, data } = event
  if (processor === null || account == null || type !== 'invoice.paid') return event
  const sale = PartOfSale.safeParse(data.object)
  if (!sale.success || (await orgOfAccount(db, account)) === undefined) return event
  const lines = await processor.invoiceLines(account, sale.data.id, linesAtMost).catch((error: unknown) => {
    if (isRefusal(error)) return undefined
    if (now().getTime() - event.created * 1000 < waitedForMs) throw error
    logger.warn({ err: error, event: event.id }, '[payments] a sale is recorded without its lines')
    return undefined
  })
  if (lines === undefined) return event
  return { ...event, data: { object: { ...data.object, lines: { data: lines, has_more: false } } } }
}
