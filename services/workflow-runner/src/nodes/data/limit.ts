import { z } from 'zod'
import { runLimits } from '../../engine/index.ts'
import { defineNode } from '../define-node.ts'

export const limit = defineNode({
  type: 'limit',
  label: 'Limit',
  description: 'Passes the first or the last items',
  category: 'decide',
  keywords: ['first', 'last', 'top', 'take', 'maximum', 'only some'],
  params: z.object({
    count: z
      .number()
      .int()
      .min(0)
      .max(runLimits.items)
      .default(10)
      .describe('The most items to pass'),
    offset: z
      .number()
      .int()
      .min(0)
      .max(runLimits.items)
      .default(0)
      .describe('How many items to skip first'),
    from: z.enum(['first', 'last']).default('first').describe('The end of the list to count from'),
  }),
  instant: true,
  execute(items, { count, offset, from }) {
    const end = items.length - offset
    const main =
      from === 'first'
        ? items.slice(offset, offset + count)
        : items.slice(Math.max(0, end - count), Math.max(0, end))
    return { outputs: { main }, message: `${main.length} of ${items.length} items` }
  },
})
