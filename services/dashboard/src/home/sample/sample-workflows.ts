import type { CreateWorkflow } from '@atrium/contracts'

type Step = readonly [
  id: string,
  type: string,
  name: string,
  params: Readonly<Record<string, unknown>>,
]

/**
 * Builds a graph. Each step follows an output of an earlier step. Steps at equal distance share a
 * column.
 */
function buildGraph(
  steps: readonly Step[],
  links: readonly (readonly [from: string, to: string])[],
) {
  const columns = new Map<string, number>()
  const filled = new Map<number, number>()
  const nodes = steps.map(([id, type, name, params]) => {
    const sources = links.filter(([, to]) => to === id).map(([from]) => from.split(':')[0] ?? '')
    const column = Math.max(-1, ...sources.map((source) => columns.get(source) ?? 0)) + 1
    const row = filled.get(column) ?? 0
    columns.set(id, column)
    filled.set(column, row + 1)
    return {
      id,
      type,
      name,
      params: params as CreateWorkflow['graph']['nodes'][number]['params'],
      position: { x: column * 310, y: row * 120 },
    }
  })
  const edges = links.map(([from, to]) => {
    const [node = '', output = 'main'] = from.split(':')
    return { from: { node, output }, to: { node: to, input: 'main' } }
  })
  return { nodes, edges }
}

/** Starts automatically for each paid invoice. */
export const thanks = {
  name: 'Thank for payments',
  description: 'Creates a card to thank the customer of each paid invoice',
  graph: buildGraph(
    [
      ['paid', 'trigger.event', 'Invoice paid', { eventType: 'invoice.paid' }],
      [
        'card',
        'create_card',
        'Plan the thanks',
        {
          title: 'Say thanks for {{ $json.number }}',
          tags: ['money'],
          key: '{{ $json.invoiceId }}',
        },
      ],
    ],
    [['paid', 'card']],
  ),
} satisfies CreateWorkflow

const sorting = (amount: string) =>
  buildGraph(
    [
      ['start', 'trigger.manual', 'An order', {}],
      [
        'large',
        'if',
        'Is it large?',
        { combinator: 'and', conditions: [{ left: amount, operator: 'gte', right: 100 }] },
      ],
      [
        'plan',
        'create_card',
        'Plan the baking',
        { title: 'Bake for {{ $json.customer }}', tags: ['orders'] },
      ],
      ['note', 'set_fields', 'From the shelf', { fields: [{ name: 'from', value: 'shelf' }] }],
    ],
    [
      ['start', 'large'],
      ['large:true', 'plan'],
      ['large:false', 'note'],
    ],
  )

/** Starts manually with the orders as input. */
export const orders = {
  name: 'Sort orders',
  description: 'Large orders become a card, small ones come from the shelf',
  graph: sorting('{{ $json.rolls }}'),
} satisfies CreateWorkflow
export const ordersIn = [
  { customer: 'Café Lumière', rolls: 240 },
  { customer: 'Winter Events', rolls: 12 },
] as const

const reviewing = (title: string) =>
  buildGraph(
    [
      ['friday', 'trigger.schedule', 'Friday noon', { cron: '0 12 * * 5', tz: 'UTC' }],
      ['done', 'read_tasks', 'Finished cards', { status: 'done' }],
      ['log', 'log_activity', 'Note it', { text: title }],
    ],
    [
      ['friday', 'done'],
      ['done', 'log'],
    ],
  )

/** The first run fails. The second version of the graph is fixed. */
export const review = {
  name: 'Weekly review',
  description: 'Adds a note to every finished card at the end of the week',
  graph: reviewing('{{ $json.headline }}'),
} satisfies CreateWorkflow
export const mendedReview = { graph: reviewing('Finished this week: {{ $json.title }}') }

/** Asks the user, so that the page with the approvals has a question. */
export const asking = (email: string) =>
  ({
    name: 'Ask before a large order',
    description: 'Asks you by mail and on the page Approvals before a large order is planned',
    graph: buildGraph(
      [
        ['start', 'trigger.manual', 'A large order', {}],
        [
          'ask',
          'ask_approval',
          'Ask for approval',
          { to: email, message: 'Bake {{ $json.rolls }} rolls for {{ $json.customer }}?' },
        ],
        ['plan', 'create_card', 'Plan the baking', { title: 'Bake for {{ $json.customer }}' }],
      ],
      [
        ['start', 'ask'],
        ['ask:approved', 'plan'],
      ],
    ),
  }) satisfies CreateWorkflow
export const largeOrder = { customer: 'Hotel Beaurivage', rolls: 600 } as const

export const guides = [
  {
    name: 'Voice of the bakery',
    kind: 'writing',
    description: 'How we write to our customers',
    body: 'Write briefly and warmly. Name prices in euros. No exclamation marks.',
  },
  {
    name: 'Sort the requests',
    kind: 'classification',
    description: 'Which requests we answer first',
    body: 'Urgent: an order for the next two days. Normal: everything else. Spam: advertising.',
  },
] as const

/** Tasks for an agent on the user's computer. The second one is cancelled. */
export const agentTasks = [
  'Add the opening hours of the winter market to the website.',
  'Make the pictures on the page “Our bread” smaller.',
] as const
