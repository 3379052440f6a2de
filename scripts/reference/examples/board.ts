import type { ExampleStep } from './example-step.ts'

/** Cards, their timelines and chains, and links. */
export const boardExamples: readonly ExampleStep[] = [
  { operation: 'createCard' },
  { operation: 'listCards' },
  { operation: 'getCard' },
  { operation: 'updateCard' },
  { operation: 'addTimelineEntry' },
  { operation: 'listTimeline' },
  { operation: 'changeCardsInBulk' },
  { operation: 'pruneCards' },
  {
    operation: 'captureLink',
    before: async ({ sandbox }, seen) =>
      seen.keep('page', `${sandbox.url}/web/pages/harbour-bakery`),
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
  { operation: 'startNextAction' },
  { operation: 'readCardAloud' },
  {
    operation: 'startProcess',
    // The chain is still running when the next step stops it.
    before: async ({ sandbox }) => {
      sandbox.model.latencyMs = 20_000
    },
  },
  { operation: 'cancelProcess' },
  {
    operation: 'deleteCard',
    before: async ({ sandbox }) => {
      sandbox.model.latencyMs = 0
    },
  },
]
