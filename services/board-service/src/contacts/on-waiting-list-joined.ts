import { LeadReceived, WaitingListJoined } from '@atrium/contracts'
import { emit } from '@atrium/database'
import { eventConsumer } from '@atrium/messaging'
import { findOrCreateCard } from '../card-actions/create-card.ts'
import type { BoardDatabase } from '../database.ts'
import { agentCtx, type Deps } from '../deps.ts'
import { findOrg } from '../orgs/find-org.ts'
import { appendEntry } from '../timeline/timeline.ts'
import { findContactByEmail } from './contacts.db.ts'

/**
 * Makes a visitor on a waiting list a contact and a lead. A contact card with the visitor's email
 * address is used again. If identity is unavailable, the event is redelivered.
 */
export const onWaitingListJoined = (deps: Deps) =>
  eventConsumer<BoardDatabase, typeof WaitingListJoined.schema>(
    'waiting-list-lead',
    WaitingListJoined,
    async (tx, { orgId, data: { entryId, title, name, email } }) => {
      if (orgId === null) return
      const org = await findOrg(deps, orgId)
      if (org === undefined) return
      const ctx = { ...agentCtx(orgId, org.ownerId, 'board'), tx }
      const known = await findContactByEmail(tx, orgId, email)
      const taskId =
        known?.id ??
        (
          await findOrCreateCard(deps, ctx, {
            by: { externalKey: `waiting-list:${email.toLowerCase()}` },
            input: { kind: 'contact', title: name.slice(0, 500), fields: { name, email } },
          })
        ).card.id
      const body = `Joined the waiting list: ${title}`
      await appendEntry(deps, ctx, {
        taskId,
        input: { kind: 'lead', body },
        key: `waiting-list:${entryId}`,
      })
      const lead = { taskId, source: 'waiting_list', name, email, message: '' } as const
      await emit(tx, LeadReceived, orgId, lead)
    },
  )
