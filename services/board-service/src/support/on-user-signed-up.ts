import { LeadReceived, UserSignedUp } from '@atrium/contracts'
import { emit } from '@atrium/database'
import { eventConsumer } from '@atrium/messaging'
import { createCardOnce } from '../card-actions/create-card.ts'
import type { BoardDatabase } from '../database.ts'
import { agentCtx, type Deps } from '../deps.ts'
import { findOwner } from '../orgs/find-org.ts'

/**
 * Creates a card for the first trusted administrator when a user signs up. If identity is
 * unavailable, the event is redelivered.
 */
export const onUserSignedUp = (deps: Deps) =>
  eventConsumer<BoardDatabase, typeof UserSignedUp.schema>(
    'signup-card',
    UserSignedUp,
    async (tx, event) => {
      const { userId, name, email, isAdmin } = event.data
      if (isAdmin || deps.config.adminEmails.length === 0) return
      const owner = await findOwner(deps, deps.config.adminEmails)
      if (owner === undefined) {
        deps.logger.warn(
          { user: userId },
          '[signup] no card: no address of ADMIN_EMAILS belongs to a verified account with an organisation; sign up with one and verify it (atrium users verify)',
        )
        return
      }
      const made = await createCardOnce(
        deps,
        { ...agentCtx(owner.orgId, owner.userId, 'board'), tx },
        {
          input: {
            kind: 'signup',
            title: `New signup: ${name === '' ? email : name}`.slice(0, 500),
            body: `${name} <${email}> created an account.`,
            tags: ['signup'],
            fields: { userId, name, email },
          },
          extras: { externalKey: `signup:${userId}` },
        },
      )
      // If the event is repeated, its card exists already.
      if (made === undefined) return
      const lead = { taskId: made.card.id, source: 'signup', name, email, message: '' } as const
      await emit(tx, LeadReceived, owner.orgId, lead)
    },
  )
