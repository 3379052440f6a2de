import {
  customerSearchFields,
  invoiceSearchFields,
  mostFoundRecords,
  type WorkflowItem,
} from '@atrium/contracts'
import { z } from 'zod'
import { NodeError } from '../../engine/index.ts'
import { attemptItems, outputsResult } from '../act-on-items.ts'
import { type ContextOf, defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'
import { requireMembershipOfRun } from '../membership.ts'

const toText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)

const Params = z.object({
  kind: z.enum(['customer', 'invoice', 'task', 'post']).describe('What to look for'),
  field: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('The field to compare, such as email, number, title or a field of the card'),
  value: z
    .preprocess(toText, z.string().max(1_000))
    .describe(
      'The value that the field has. Case and accents are ignored, and cards and customers are found by a phone number however it is written',
    ),
})
type Params = z.output<typeof Params>

export const findRecord = defineNode({
  type: 'find_record',
  label: 'Find record',
  description:
    'Finds the customers, invoices, cards or posts that have a value in a field. An item without a match leaves on none',
  category: 'ingest',
  keywords: ['look up', 'search', 'get', 'customer', 'invoice', 'card', 'post', 'crm'],
  outputs: ['main', 'none'],
  params: Params,
  emits: emitted({
    record: field.object('Found record', {
      id: 'cus_01k2m8f3q7',
      name: 'Kunsthalle',
      email: 'office@kunsthalle.example',
    }),
  }),
  needs: ['org', 'board', 'invoicing'],
  async execute(items, _params, context) {
    const main: WorkflowItem[] = []
    const none: WorkflowItem[] = []
    await requireMembershipOfRun(context)
    const { refusals } = await attemptItems(items, context, async (item, _at, params) => {
      const records = await findRecords(params, context)
      if (records.length === 0) none.push(item)
      for (const record of records) {
        const externalId =
          item.externalId === undefined ? undefined : `${item.externalId}#${record.id}`
        const found = context.derive(item, { json: { ...item.json, record }, externalId })
        await context.carry(found)
        main.push(found)
      }
    })
    return outputsResult({ main, none }, refusals, { count: items.length })
  },
})

/** Returns a field that the record has. Throws `NodeError` for another one. */
function requireField<F extends string>(fields: readonly F[], name: string, what: string): F {
  const field = fields.find((each) => each === name)
  if (field === undefined)
    throw new NodeError(`${what} cannot be found by "${name}". Choose one of ${fields.join(', ')}.`)
  return field
}

async function findRecords(
  { kind, field: name, value }: Params,
  { orgId, ports, signal }: ContextOf<'org' | 'board' | 'invoicing'>,
): Promise<readonly { id: string }[]> {
  const wanted = { orgId, value, limit: mostFoundRecords }
  if (value.trim() === '') return []
  if (kind === 'customer') {
    const by = requireField(customerSearchFields, name, 'A customer')
    return (await ports.invoicing.findCustomers({ ...wanted, field: by }, signal)).items
  }
  if (kind === 'invoice') {
    const by = requireField(invoiceSearchFields, name, 'An invoice')
    return (await ports.invoicing.findInvoices({ ...wanted, field: by }, signal)).items
  }
  return (await ports.board.findCards({ ...wanted, kind, field: name }, signal)).items
}
