import { CancelInternalRuns, commonErrors, StartInternalRun } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Ctx, Deps } from '../deps.ts'
import { availableChains } from './available-chains.ts'
import type { VersionedCard } from './create-card.ts'
import { cardErrors } from './errors.ts'
import { failCard, mayFail } from './fail-card.ts'
import { getCard, getStoredCard } from './read-cards.ts'

/** Starts the next-action chain of a contact. Throws `not_found`, `not_a_contact`, `not_configured`, `unavailable`. */
export async function startNextAction(deps: Deps, ctx: Ctx, id: string): Promise<{ runId: string }> {
  const { card } = await getCard(deps, ctx, id)
  if (card.kind !== 'contact') throw cardErrors.not_a_contact()
  if (!(await availableChains(deps)).has('next-action')) {
    throw commonErrors.not_configured({ message: 'The next action is not configured: no model can answer' })
  }
  return callRpc(deps.bus, StartInternalRun, {
    orgId: ctx.orgId,
    userId: ctx.userId,
    kind: 'next-action',
    id,
    taskId: id,
  })
}

/**
 * Cancels what runs for a card and files it as failed. Throws `not_found`, `unavailable`, `invalid_transition`,
 * `nothing_to_cancel` (409) when nothing runs.
 */
export async function cancelProcess(deps: Deps, ctx: Ctx, id: string): Promise<VersionedCard> {
  const stored = await getStoredCard(deps, ctx, id)
  // Refused before anything is stopped: a post that is on its way is left to the run that knows about it.
  if (!mayFail(stored)) {
    const { kind, status } = stored.task
    throw cardErrors.invalid_transition({ message: `A ${kind} that is ${status} cannot be stopped` })
  }
  const { cancelled } = await callRpc(deps.bus, CancelInternalRuns, { orgId: ctx.orgId, taskId: id })
  if (cancelled === 0) throw cardErrors.nothing_to_cancel()
  return failCard(deps, ctx.orgId, id, 'Stopped from the board.')
}
