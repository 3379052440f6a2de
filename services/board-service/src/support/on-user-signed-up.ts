import { UserSignedUp } from '@atrium/contracts'
import { eventConsumer } from '@atrium/messaging'
import type { BoardDatabase } from '../database.ts'
import { agentCtx, type Deps } from '../deps.ts'
import { findOwner } from '../orgs/find-org.ts'
import { createCardOnce } from '../tasks/create-card.ts'

/**
 * A signup becomes a card of the first administrator with an account; an administrator's own does not (core
 * specification, "Events"). While identity does not answer, the event waits and comes again.
 */
export const onUserSignedUp = (deps: Deps) =>
  eventConsumer<BoardDatabase, typeof UserSignedUp.schema>('signup-card', UserSignedUp, async (tx, event) => {
    const { userId, name, email, isAdmin } = event.data
    if (isAdmin || deps.settings.adminEmails.length === 0) return
    const owner = await findOwner(deps, deps.settings.adminEmails)
    if (owner === undefined) {
      deps.logger.info({ user: userId }, '[signup] no administrator has an account yet')
      return
    }
    await createCardOnce(
      deps,
      { ...agentCtx(owner.orgId, owner.userId, 'board'), tx },
      {
        kind: 'signup',
        title: `New signup: ${name === '' ? email : name}`.slice(0, 500),
        body: `${name} <${email}> created an account.`,
        tags: ['signup'],
        fields: { userId, name, email },
      },
      { externalKey: `signup:${userId}` },
    )
  })
