import { commonErrors, newId, type QuoteRequest, QuoteSubmitted } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { createCard } from '../cards/create-card.ts'
import type { Tx } from '../database.ts'
import { agentCtx, type Deps } from '../deps.ts'
import { findOrg } from '../orgs/find-org.ts'
import { countVisitor } from './limit-visitors.ts'

/**
 * A visitor's request becomes a quote card of the org's owner. Whoever fills in the hidden field is answered
 * alike and nothing is kept. Throws `not_found` (404), `rate_limited` (429), `unavailable` (503).
 */
export async function submitQuote(deps: Deps, input: QuoteRequest, outer?: Tx): Promise<{ id: string }> {
  if (input.website !== undefined && input.website !== '') return { id: newId('task') }
  const org = await findOrg(deps, input.org)
  if (org === undefined) throw commonErrors.not_found({ message: 'No such organisation' })
  const { name, email, message } = input
  return inTransaction(deps.db, outer, async (tx) => {
    await countVisitor(deps, tx, `quote:${org.orgId}`, email)
    const { card } = await createCard(
      deps,
      { ...agentCtx(org.orgId, org.ownerId, 'visitor'), tx },
      { kind: 'quote', title: `Quote request from ${name}`, body: message, fields: { name, email } },
    )
    await emit(tx, QuoteSubmitted, org.orgId, {
      taskId: card.id,
      name,
      email,
      message,
      ownerId: org.ownerId,
    })
    return { id: card.id }
  })
}
