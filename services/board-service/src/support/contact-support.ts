import {
  commonErrors,
  LeadReceived,
  type SupportRequest,
  SupportRequested,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { createCard } from '../card-actions/create-card.ts'
import { agentCtx, type Ctx, type Deps } from '../deps.ts'
import { findOwner } from '../orgs/find-org.ts'
import { countVisitor } from '../quotes/limit-visitors.ts'

/**
 * Creates a support card for the configured owner from a "Contact us" ticket. Throws
 * `not_configured` (400).
 */
export async function contactSupport(
  deps: Deps,
  { tx: outer, client }: Pick<Ctx, 'tx'> & { client?: string | undefined },
  input: SupportRequest,
) {
  if (input.website !== undefined && input.website !== '') return { id: deps.newId('task') }
  const { supportOwnerEmail, adminEmails } = deps.config
  const candidates =
    supportOwnerEmail === undefined ? adminEmails : [supportOwnerEmail, ...adminEmails]
  const owner = await findOwner(deps, [...new Set(candidates)])
  if (owner === undefined) {
    deps.logger.warn(
      {},
      '[support] refused: no address of SUPPORT_DEFAULT_OWNER_EMAIL or ADMIN_EMAILS belongs to a verified account with an organisation',
    )
    throw commonErrors.not_configured({ message: 'Support is not configured' })
  }
  const { orgId, userId: ownerId } = owner
  const { name, email, message, subject = `Message from ${name}` } = input
  return inTransaction(deps.db, outer, async (tx) => {
    await countVisitor(deps, tx, 'support', { email, client })
    const { card } = await createCard(
      deps,
      { ...agentCtx(orgId, ownerId, 'visitor'), tx },
      {
        kind: 'support',
        title: subject,
        body: message,
        tags: [`support:${email.toLowerCase()}`.slice(0, 100)],
        fields: { name, email },
      },
    )
    await emit(tx, SupportRequested, orgId, { taskId: card.id, name, email, subject, ownerId })
    const lead = { taskId: card.id, source: 'contact_form', name, email, message } as const
    await emit(tx, LeadReceived, orgId, lead)
    return { id: card.id }
  })
}
