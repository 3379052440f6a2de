import { commonErrors, connectErrors, type ReadPostMetrics } from '@atrium/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { refused } from '../errors.ts'
import { prepare } from '../publishing/prepare.ts'
import { accountCall } from './account-call.ts'

/**
 * Reads the figures of a published post. They belong to the organisation like the post, so no right
 * to the channel is checked. Throws `not_found` if the channel cannot be used, `not_supported`,
 * `token_rejected`, `network_unavailable`.
 */
export async function readPostMetrics(
  deps: Deps,
  { externalId, ...channel }: z.output<typeof ReadPostMetrics.input>,
): Promise<z.output<typeof ReadPostMetrics.output>> {
  const ready = await prepare(deps, channel)
  if ('failure' in ready)
    throw ready.failure.class === 'retry'
      ? connectErrors.network_unavailable()
      : commonErrors.not_found()
  const read = ready.provider.readFigures
  if (read === undefined) throw connectErrors.not_supported()
  // Networks limit readings more than posts, and posts must not wait because of figures.
  const call = accountCall(deps, ready, (by) => read(by, externalId), { mayBlock: false })
  const figures = await refused(call)
  const items = figures.flatMap(([name, value]) => (value == null ? [] : [{ name, value }]))
  return { items }
}
