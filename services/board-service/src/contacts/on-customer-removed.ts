import { type CardPatch, CustomerRemoved } from '@atrium/contracts'
import { eventConsumer } from '@atrium/messaging'
import { updateCard } from '../card-actions/update-card.ts'
import type { BoardDatabase, CardRow } from '../database.ts'
import { agentCtx, type Deps } from '../deps.ts'
import { findOrg } from '../orgs/find-org.ts'
import { listCustomerCards } from './contacts.db.ts'

/** What cards of other kinds may have copied from a customer. */
const copied = ['name', 'contactName', 'customerName', 'email', 'customerEmail', 'phone', 'address']

/** Leaves nothing of a contact. A card of another kind is work, so its title and text stay. */
function removePersonalData({ kind, fields }: Pick<CardRow, 'kind' | 'fields'>): CardPatch {
  const isContact = kind === 'contact'
  const names = Object.keys(fields).filter(
    (name) => name !== 'customerId' && (isContact || copied.includes(name)),
  )
  const emptied = Object.fromEntries(names.map((name) => [name, null]))
  return isContact
    ? { title: 'Removed customer', body: '', tags: [], fields: emptied }
    : { fields: emptied }
}

/**
 * Moves a merged customer's cards to the customer that stays, and removes the copies of personal
 * data from the cards of an anonymised one. If identity is unavailable, the event is redelivered.
 */
export const onCustomerRemoved = (deps: Deps) =>
  eventConsumer<BoardDatabase, typeof CustomerRemoved.schema>(
    'customer-removed',
    CustomerRemoved,
    async (tx, { orgId, data: { customerId, into } }) => {
      if (orgId === null) return
      const org = await findOrg(deps, orgId)
      if (org === undefined) return
      const ctx = { ...agentCtx(orgId, org.ownerId, 'board'), tx }
      for (const card of await listCustomerCards(tx, orgId, customerId)) {
        const patch = into === null ? removePersonalData(card) : { fields: { customerId: into } }
        await updateCard(deps, ctx, { id: card.id, patch })
      }
    },
  )
