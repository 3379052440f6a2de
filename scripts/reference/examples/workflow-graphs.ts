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
