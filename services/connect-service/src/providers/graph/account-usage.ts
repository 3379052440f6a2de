import { z } from 'zod'
import type { NetworkAnswer } from '../../network/call-network.ts'
import { parsedJson } from '../../network/parsed-json.ts'
import type { Usage } from '../provider.ts'

const percent = z.coerce.number().catch(0)
const Shares = z
  .object({ call_count: percent, total_time: percent, total_cputime: percent })
  .partial()
const BusinessUse = z.record(
  z.string(),
  z.array(
    Shares.extend({ estimated_time_to_regain_access: z.coerce.number().catch(0).optional() }),
  ),
)

const highest = (shares: z.infer<typeof Shares>): number =>
  Math.max(shares.call_count ?? 0, shares.total_time ?? 0, shares.total_cputime ?? 0)

/**
 * Returns how much of its rate limit an account has used, from the usage headers. Returns undefined
 * if no header states it. Ignores `X-App-Usage`, because limits apply per Page and the network
 * reports the app's own limit with code 4.
 */
export function accountUsage(
  answer: NetworkAnswer,
  { accountId }: { accountId: string },
): Usage | undefined {
  const header = (name: string) => parsedJson(String(answer.headers[name]))
  const pageUsage = Shares.safeParse(header('x-page-usage'))
  const business = BusinessUse.safeParse(header('x-business-use-case-usage'))
  const entries = business.success
    ? (business.data[accountId] ?? Object.values(business.data).flat())
    : []
  if (!pageUsage.success && entries.length === 0) return undefined
  return {
    percent: Math.max(pageUsage.success ? highest(pageUsage.data) : 0, ...entries.map(highest)),
    regainMinutes: Math.max(
      0,
      ...entries.map((entry) => entry.estimated_time_to_regain_access ?? 0),
    ),
  }
}
