import type { ExampleStep } from './example-step.ts'

/** Health, configuration, search, live events and attention. */
export const platformExamples: readonly ExampleStep[] = [
  { operation: 'getHealth', as: 'nobody' },
  { operation: 'getConfig', as: 'nobody' },
  {
    operation: 'searchEverything',
    before: ({ client }) =>
      client('owner').cards.create({ body: { title: 'Order flour for the spring' } }),
    query: { q: 'flour' },
  },
  { operation: 'getAttention' },
  {
    operation: 'streamEvents',
    meanwhile: ({ client }) =>
      client('owner').cards.create({ body: { title: 'Ask the mill about rye' } }),
  },
  { operation: 'getPlan' },
]
