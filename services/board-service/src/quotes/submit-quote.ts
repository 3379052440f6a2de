import { commonErrors, LeadReceived, type QuoteRequest, QuoteSubmitted } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { createCard } from '../card-actions/create-card.ts'
import { agentCtx, type Ctx, type Deps } from '../deps.ts'
import { findOrg } from '../orgs/find-org.ts'
import { countVisitor } from './limit-visitors.ts'

/**
 * Creates a quote card for the org's owner from a visitor's request. Does nothing if the hidden
 * field is filled. Throws `not_found` (404), `rate_limited` (429), `unavailable` (503).
 */
export async function submitQuote(
  deps: Deps,
  { tx: outer, client }: Pick<Ctx, 'tx'> & { client?: string | undefined },
  input: QuoteRequest,
) {
  if (input.website !== undefined && input.website !== '') return { id: deps.newId('task') }
  const org = await findOrg(deps, input.org)
  if (org === undefined) throw commonErrors.not_found({ message: 'Organisation not found' })
  const { orgId, ownerId } = org
  const { name, email, message } = input
  return inTransaction(deps.db, outer, async (tx) => {
    await countVisitor(deps, tx, `quote:${orgId}`, { email, client })
    const { card } = await createCard(
      deps,
      { ...agentCtx(orgId, ownerId, 'visitor'), tx },
      {
        kind: 'quote',
        title: `Quote request from ${name}`,
        body: message,
        fields: { name, email },
      },
    )
    await emit(tx, QuoteSubmitted, orgId, { taskId: card.id, name, email, message, ownerId })
    const lead = { taskId: card.id, source: 'quote', name, email, message } as const
    await emit(tx, LeadReceived, orgId, lead)
    return { id: card.id }
  })
}
