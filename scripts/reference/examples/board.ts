import { type ExampleStep, from, one } from './example-step.ts'

/** Cards, their timelines and chains, and links. */
export const boardExamples: readonly ExampleStep[] = [
  {
    operation: 'createCard',
    name: 'card',
    body: {
      kind: 'task',
      title: 'Order flour for the Easter market',
      body: 'Two pallets of type 550. The mill needs two weeks.',
      tags: ['supplies'],
      dueDate: '2026-03-16T08:00:00.000Z',
    },
  },
  {
    operation: 'listCards',
    query: { kind: 'task', status: 'todo', tag: 'supplies', sortBy: 'dueDate', limit: 10 },
  },
  { operation: 'getCard', ...one('card') },
  {
    operation: 'updateCard',
    ...one('card'),
    body: { status: 'doing', tags: ['supplies', 'market'] },
  },
  {
    operation: 'addTimelineEntry',
    ...one('card'),
    body: { kind: 'note', body: 'The mill confirms the delivery for Friday.' },
  },
  { operation: 'listTimeline', ...one('card'), query: { limit: 10 } },
  {
    operation: 'changeCardsInBulk',
    body: { ids: [from('card.id')], set: { status: 'done', addTags: ['delivered'] } },
  },
  { operation: 'pruneCards', body: { status: 'archived', olderThanDays: 90 } },
  {
    operation: 'captureLink',
    before: async ({ sandbox }, seen) =>
      seen.keep('page', `${sandbox.url}/web/pages/harbour-bakery`),
    body: { url: from('page') },
  },
  {
    operation: 'createCard',
    name: 'contact',
    body: {
      kind: 'contact',
      title: 'Head baker of the Harbour Bakery',
      fields: { company: 'Harbour Bakery', jobTitle: 'Head baker', email: 'baker@example.com' },
    },
  },
  {
    operation: 'createCard',
    name: 'newsletter',
    body: {
      kind: 'post',
      title: 'Easter opening hours',
      body: 'We open at nine on Easter Saturday and close on Sunday.',
      post: { platform: 'email', to: ['guest@example.com', 'cafe@example.com'] },
    },
  },
  { operation: 'startNextAction', ...one('contact') },
  { operation: 'readCardAloud', ...one('contact') },
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
