import type { RateTotals } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { ensureTaxRate } from './accounts.ts'
import type { CreditNoteMirror, Processor } from './processor.ts'

type Taxes = Pick<CreditNoteMirror, 'taxRateId' | 'parts'>

/** Returns the processor's VAT rates of a credit note, with its parts if there are several. */
export async function findNoteTaxes(
  deps: Deps,
  processor: Processor,
  accountId: string,
  groups: ReadonlyArray<Pick<RateTotals, 'vatRateBps' | 'netCents' | 'vatCents'>>,
): Promise<Taxes> {
  const parts: Array<NonNullable<Taxes['parts']>[number]> = []
  for (const { vatRateBps, netCents, vatCents } of groups) {
    if (netCents === 0 && vatCents === 0) continue
    const taxRateId = await ensureTaxRate(deps, processor, accountId, vatRateBps)
    parts.push({ subtotalCents: netCents, vatCents, taxRateId })
  }
  const taxRateId = parts[0]?.taxRateId ?? null
  return parts.length > 1 ? { taxRateId, parts } : { taxRateId }
}
