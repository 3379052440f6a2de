import type { ExampleStep } from './example-step.ts'

const one = (name: string): Pick<ExampleStep, 'request'> => ({
  request: (seen) => ({ params: { id: seen.text(`${name}.id`) } }),
})

/** Cards, their timelines and chains, and links. */
export const boardExamples: readonly ExampleStep[] = [
  {
    operation: 'createCard',
    name: 'card',
    request: () => ({
      body: {
        kind: 'task',
        title: 'Order flour for the Easter market',
        body: 'Two pallets of type 550. The mill needs two weeks.',
        tags: ['supplies'],
        dueDate: '2026-03-16T08:00:00.000Z',
      },
    }),
  },
  {
    operation: 'listCards',
    request: () => ({
      query: { kind: 'task', status: 'todo', tag: 'supplies', sortBy: 'dueDate', limit: 10 },
    }),
  },
  { operation: 'getCard', ...one('card') },
  {
    operation: 'updateCard',
    request: (seen) => ({
      params: { id: seen.text('card.id') },
      body: { status: 'doing', tags: ['supplies', 'market'] },
    }),
  },
  {
    operation: 'addTimelineEntry',
    request: (seen) => ({
      params: { id: seen.text('card.id') },
      body: { kind: 'note', body: 'The mill confirms the delivery for Friday.' },
    }),
  },
  {
    operation: 'listTimeline',
    request: (seen) => ({ params: { id: seen.text('card.id') }, query: { limit: 10 } }),
  },
  {
    operation: 'changeCardsInBulk',
    request: (seen) => ({
      body: { ids: [seen.text('card.id')], set: { status: 'done', addTags: ['delivered'] } },
    }),
  },
  { operation: 'pruneCards', request: () => ({ body: { status: 'archived', olderThanDays: 90 } }) },
  {
    operation: 'captureLink',
    before: async ({ sandbox }, seen) => seen.keep('page', `${sandbox.url}/web/pages/harbour-bakery`),
    request: (seen) => ({ body: { url: seen.text('page') } }),
  },
  {
    operation: 'createCard',
    name: 'contact',
    request: () => ({
      body: {
        kind: 'contact',
        title: 'Head baker of the Harbour Bakery',
        fields: { company: 'Harbour Bakery', jobTitle: 'Head baker', email: 'baker@example.com' },
      },
    }),
  },
  { operation: 'startNextAction', ...one('contact') },
  {
    operation: 'startProcess',
    // The chain is still running when the next step stops it.
    before: async ({ sandbox }) => {
      sandbox.model.latencyMs = 20_000
    },
    ...one('contact'),
  },
  { operation: 'cancelProcess', ...one('contact') },
  {
    operation: 'deleteCard',
    before: async ({ sandbox }) => {
      sandbox.model.latencyMs = 0
    },
    ...one('contact'),
  },
]
