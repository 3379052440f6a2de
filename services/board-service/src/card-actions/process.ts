import {
  CancelInternalRuns,
  type Card,
  cardErrors,
  commonErrors,
  type InternalChain,
  longestSpeech,
  StartInternalRun,
  textToSpeak,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { availableChains } from '../cards/available-chains.ts'
import type { VersionedCard } from '../cards/card-view.ts'
import { getStoredCard } from '../cards/stored-cards.ts'
import type { Ctx, Deps } from '../deps.ts'
import { failCard, mayFail } from './fail-card.ts'
import { updateCard } from './update-card.ts'

/**
 * Starts the next-action chain for a contact. Throws `not_found`, `not_a_contact`,
 * `not_configured`, `unavailable`.
 */
export async function startNextAction(
  deps: Deps,
  ctx: Ctx,
  id: string,
): Promise<{ runId: string }> {
  const { orgId, userId } = ctx.principal
  const { card } = await getStoredCard(deps, orgId, id, ctx.tx)
  if (card.kind !== 'contact') throw cardErrors.not_a_contact()
  await requireChain(
    deps,
    'next-action',
    'Next actions are not configured, because no language model is connected',
  )
  return callRpc(deps.bus, StartInternalRun, { orgId, userId, kind: 'next-action', id, taskId: id })
}

/**
 * Starts the chain for the caller's agent to implement a card. Throws `not_found`,
 * `not_configured`, `unavailable`.
 */
export async function implementCard(deps: Deps, ctx: Ctx, id: string): Promise<{ runId: string }> {
  const { orgId, userId } = ctx.principal
  await getStoredCard(deps, orgId, id, ctx.tx)
  await requireChain(deps, 'implement', 'Agents are not configured')
  return callRpc(deps.bus, StartInternalRun, { orgId, userId, kind: 'implement', id, taskId: id })
}

/**
 * Starts the chain for reading a card aloud. Throws `not_found`, `nothing_to_read`,
 * `too_long_to_read`, `unavailable`. If no speech provider is set up, the run fails and adds the
 * reason to the card's timeline.
 */
export async function readCardAloud(deps: Deps, ctx: Ctx, id: string): Promise<{ runId: string }> {
  const { orgId, userId } = ctx.principal
  const { card } = await getStoredCard(deps, orgId, id, ctx.tx)
  const { length } = textToSpeak(card)
  if (length === 0) throw cardErrors.nothing_to_read()
  if (length > longestSpeech)
    throw cardErrors.too_long_to_read({
      message: `The text has ${length} characters, but at most ${longestSpeech} can be read aloud. Shorten it.`,
    })
  return callRpc(deps.bus, StartInternalRun, { orgId, userId, kind: 'tts', id, taskId: id })
}

async function requireChain(deps: Deps, kind: InternalChain, message: string): Promise<void> {
  if (!(await availableChains(deps)).has(kind)) throw commonErrors.not_configured({ message })
}

/** The enrichment chain per card kind, with the card fields for the chain. */
const enrichment: Partial<Record<Card['kind'], { kind: InternalChain; keys: readonly string[] }>> =
  {
    link: { kind: 'link-enrichment', keys: ['url'] },
    contact: { kind: 'contact-enrichment', keys: ['email', 'company', 'jobTitle', 'profileUrl'] },
  }

/**
 * Moves a link or a contact to `enriching` and starts its chain. Throws `not_enrichable`,
 * `not_configured`.
 */
export async function startProcess(deps: Deps, ctx: Ctx, id: string): Promise<{ runId: string }> {
  const { orgId, userId } = ctx.principal
  const { card } = await getStoredCard(deps, orgId, id, ctx.tx)
  const chain = enrichment[card.kind]
  if (chain === undefined) throw cardErrors.not_enrichable()
  const { kind, keys } = chain
  await requireChain(deps, kind, `Enriching a ${card.kind} is not configured`)
  const givenFields = keys.flatMap((key) =>
    card.fields[key] === undefined ? [] : [[key, card.fields[key]]],
  )
  const input = { name: card.title, ...Object.fromEntries(givenFields) }
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    await updateCard(deps, { ...ctx, tx }, { id, patch: { status: 'enriching' } })
    return callRpc(deps.bus, StartInternalRun, { orgId, userId, kind, id, taskId: id, input })
  })
}

/**
 * Cancels a card's running chain and marks the card as failed. Throws `nothing_to_cancel` (409).
 */
export async function cancelProcess(deps: Deps, ctx: Ctx, id: string): Promise<VersionedCard> {
  const { orgId } = ctx.principal
  const stored = await getStoredCard(deps, orgId, id, ctx.tx)
  // Throws before anything is stopped, because a post in publication is left to its run.
  if (!mayFail(stored)) {
    const { kind, status } = stored.card
    throw cardErrors.invalid_transition({
      message: `A ${kind} that is ${status} cannot be stopped`,
    })
  }
  const { cancelled } = await callRpc(deps.bus, CancelInternalRuns, { orgId, taskId: id })
  if (cancelled === 0) throw cardErrors.nothing_to_cancel()
  return failCard(deps, { orgId, taskId: id, reason: 'Stopped from the board.' })
}
