interface DrawnNode {
  id: string
  type: string
  name: string
  params?: Record<string, unknown>
}

/** Returns a graph with its nodes in a row. */
const row = (...nodes: readonly DrawnNode[]) => ({
  nodes: nodes.map((node, at) => ({ ...node, position: { x: at * 240, y: 0 } })),
  edges: nodes
    .slice(1)
    .map(({ id }, at) => ({ from: { node: nodes[at]?.id ?? '' }, to: { node: id } })),
})

/** Plans one check for each card about supplies. */
export const supplies = (title: string) =>
  row(
    {
      id: 'monday',
      type: 'trigger.schedule',
      name: 'Monday morning',
      params: { cron: '0 7 * * 1', tz: 'Europe/Berlin' },
    },
    { id: 'read', type: 'read_tasks', name: 'Read supplies', params: { tag: 'supplies' } },
    { id: 'once', type: 'dedupe', name: 'Each once', params: { by: ['taskId'], scope: 'ever' } },
    { id: 'plan', type: 'create_card', name: 'Plan the check', params: { title } },
  )

/** Responds to orders from another system. */
export const orders = row(
  { id: 'order', type: 'trigger.webhook', name: 'Order', params: { respond: 'last_output' } },
  {
    id: 'thanks',
    type: 'set_fields',
    name: 'Confirm it',
    params: {
      fields: [
        { name: 'text', value: 'We bake {{ $json.body.pieces }} × {{ $json.body.bread }}.' },
      ],
      keep: false,
    },
  },
)

/** Returns the files in a call as its response. */
export const photos = row({
  id: 'photo',
  type: 'trigger.webhook',
  name: 'Photo',
  params: { respond: 'last_output' },
})

export const later = row(
  { id: 'start', type: 'trigger.manual', name: 'Run button' },
  { id: 'wait', type: 'wait', name: 'Until tomorrow', params: { amount: 1, unit: 'days' } },
)

/** Makes a card from each mail with an order number. The example's mail has none. */
export const mailOrders = (connector: string) =>
  row(
    { id: 'start', type: 'trigger.manual', name: 'Run button' },
    { id: 'read', type: 'read_mailbox', name: 'Read the mail', params: { connector } },
    {
      id: 'card',
      type: 'create_card',
      name: 'Note the order',
      params: { title: '{{ $json.orderNumber }}' },
    },
  )

/** Reads a channel's new mail. */
export const mail = (connector: string) =>
  row(
    { id: 'start', type: 'trigger.manual', name: 'Run button' },
    { id: 'read', type: 'read_mailbox', name: 'Read the mail', params: { connector } },
  )

/** A workflow as n8n downloads it. */
export const orderFile = {
  name: 'Note large orders',
  nodes: [
    {
      name: 'New order',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      position: [0, 0],
      parameters: { path: 'orders', httpMethod: 'POST' },
    },
    {
      name: 'Large?',
      type: 'n8n-nodes-base.if',
      typeVersion: 2,
      position: [220, 0],
      parameters: {
        conditions: {
          combinator: 'and',
          conditions: [
            {
              leftValue: '={{ $json.body.total }}',
              rightValue: 100,
              operator: { type: 'number', operation: 'gt' },
            },
          ],
        },
      },
    },
    {
      name: 'Compute the discount',
      type: 'n8n-nodes-base.code',
      typeVersion: 2,
      position: [440, 0],
      parameters: { jsCode: 'return $input.all()' },
    },
  ],
  connections: {
    'New order': { main: [[{ node: 'Large?', type: 'main', index: 0 }]] },
    'Large?': { main: [[{ node: 'Compute the discount', type: 'main', index: 0 }]] },
  },
}
