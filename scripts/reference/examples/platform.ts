import type { ExampleStep } from './example-step.ts'

/** Health, configuration, search, live events and attention. */
export const platformExamples: readonly ExampleStep[] = [
  { operation: 'getPlan' },
  {
    operation: 'searchEverything',
    before: ({ client }) =>
      client('owner').cards.create({ body: { title: 'Order flour for the spring' } }),
  },
  {
    operation: 'streamEvents',
    meanwhile: ({ client }) =>
      client('owner').cards.create({ body: { title: 'Ask the mill about rye' } }),
  },
]
