import { type CardPatch, CustomerRemoved } from '@atrium/contracts'
import { eventConsumer } from '@atrium/messaging'
import { updateCard } from '../card-actions/update-card.ts'
import type { BoardDatabase, CardRow } from '../database.ts'
import { agentCtx, type Deps } from '../deps.ts'
import { findOrg } from '../orgs/find-org.ts'
import {
  findStayingCustomer,
  listCustomerCards,
  lockRemovedCustomers,
  noteRemovedCustomer,
} from './contacts.db.ts'

/** What cards of other kinds may have copied from a customer. */
const copied = ['name', 'contactName', 'customerName', 'email', 'customerEmail', 'phone', 'address']

type CustomerCard = Pick<CardRow, 'id' | 'kind' | 'fields' | 'customer_id'>

/** Moves a card from a merged customer to the one that stays. */
const moveCustomer = ({ fields, customer_id }: CustomerCard, from: string, into: string) => ({
  ...(customer_id === from ? { customerId: into } : {}),
  ...(fields['customerId'] === from ? { fields: { customerId: into } } : {}),
})

/** Leaves nothing of a contact. A card of another kind is work, so its title and text stay. */
function removePersonalData({ kind, fields, customer_id }: CustomerCard): CardPatch {
  const customer = customer_id === null ? {} : { customerId: null }
  if (kind === 'post') return customer
  const isContact = kind === 'contact'
  const names = Object.keys(fields).filter(
    (name) => name !== 'customerId' && (isContact || copied.includes(name)),
  )
  const emptied = Object.fromEntries(names.map((name) => [name, null]))
  return isContact
    ? { ...customer, title: 'Removed customer', body: '', tags: [], fields: emptied }
    : { ...customer, fields: emptied }
}

/**
 * Moves a merged customer's cards to the customer that stays, and removes the copies of personal
 * data from the cards of an anonymised one. Events may arrive in any order. If identity is
 * unavailable, the event is redelivered.
 */
export const onCustomerRemoved = (deps: Deps) =>
  eventConsumer<BoardDatabase, typeof CustomerRemoved.schema>(
    'customer-removed',
    CustomerRemoved,
    async (tx, { orgId, occurredAt, data: { customerId, into } }) => {
      if (orgId === null) return
      const org = await findOrg(deps, orgId)
      if (org === undefined) return
      const ctx = { ...agentCtx(orgId, org.ownerId, 'board'), tx }
      const at = new Date(occurredAt)
      await lockRemovedCustomers(tx, orgId)
      await noteRemovedCustomer(tx, { org_id: orgId, customer_id: customerId, into_id: into, at })
      const stays = await findStayingCustomer(tx, orgId, into ?? customerId)
      // If the merge arrives late, its cards still have the data that was removed since.
      const isRemoved = into === null || (stays.anonymisedAt !== null && stays.anonymisedAt >= at)
      for (const card of await listCustomerCards(tx, orgId, customerId)) {
        const patch = isRemoved
          ? removePersonalData(card)
          : moveCustomer(card, customerId, stays.id)
        // The customer that stays may itself have been merged since.
        await updateCard(deps, ctx, { id: card.id, patch, trustsPeople: true })
      }
    },
  )
