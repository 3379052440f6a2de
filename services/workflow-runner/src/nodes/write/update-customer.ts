import { UpdateCustomer } from '@atrium/contracts'
import { z } from 'zod'
import { actOnItems } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'
import { requireMembershipOfRun } from '../membership.ts'

export const updateCustomer = defineNode({
  type: 'update_customer',
  label: 'Update customer',
  description: 'Changes fields of a customer, such as the address or the email address',
  category: 'act',
  keywords: ['customer', 'crm', 'contact', 'address', 'billing', 'client', 'change customer'],
  params: z.object({
    customerId: z.string().trim().min(1).max(200).describe('The customer’s id'),
    set: UpdateCustomer.describe('The fields to change'),
  }),
  emits: emitted({
    customer: field.object('Customer', {
      id: 'cus_01k2m8f3q7',
      name: 'Kunsthalle',
      email: 'office@kunsthalle.example',
    }),
  }),
  usesPersonsRights: true,
  needs: ['org', 'invoicing'],
  async execute(items, _params, context) {
    const { orgId, userId, ports, signal } = context
    await requireMembershipOfRun(context)
    return actOnItems(items, context, async (item, _at, { customerId, set }) => {
      const asked = { orgId, userId, customerId, set }
      const { customer } = await ports.invoicing.changeCustomer(asked, signal)
      return context.derive(item, { json: { ...item.json, customer } })
    })
  },
})
