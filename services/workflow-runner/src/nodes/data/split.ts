import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { isRecord, LimitError, missingField, NodeError, runLimits } from '../../engine/index.ts'
import { actedResult, attemptItems } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { fieldReader } from './item-path.ts'

const tooMany = (): LimitError =>
  new LimitError(`The lists have more than ${runLimits.outputItems} elements`)

// Splits a text into at most one element more than the limit. The caller notices a longer list
// without holding all its elements.
function readElements(
  value: unknown,
  field: string,
  separator: string | undefined,
): readonly unknown[] {
  if (value === undefined || value === null) throw missingField(field)
  if (Array.isArray(value)) return value
  if (typeof value !== 'string' || separator === undefined)
    throw new NodeError(`The field "${field}" is not a list`)
  const parts = value.split(separator, runLimits.outputItems + 1)
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

export const split = defineNode({
  type: 'split',
  label: 'Split',
  description: 'Turns each element of a list into an item',
  category: 'enrich',
  keywords: ['split out', 'list', 'items', 'explode', 'separate', 'unwind'],
  params: z.object({
    field: z.string().min(1).max(200).describe('The field with the list'),
    separator: z.string().min(1).max(20).optional().describe('Splits a text at this separator'),
    as: z
      .string()
      .min(1)
      .max(200)
      .default('value')
      .describe('The field for an element that is not an object'),
    keep: z.boolean().default(false).describe('Keeps the item’s other fields'),
  }),
  instant: true,
  async execute(items, _params, context) {
    const main: WorkflowItem[] = []
    const { refusals } = await attemptItems(items, context, async (item, _at, params) => {
      const { field, separator, as, keep } = params
      const elements = readElements(fieldReader(field)(item), field, separator)
      if (main.length + elements.length > runLimits.outputItems) throw tooMany()
      const others = Object.entries(keep ? item.json : {}).filter(([name]) => name !== field)
      for (const [place, element] of elements.entries()) {
        const fields = isRecord(element) ? Object.entries(element) : [[as, element] as const]
        const { externalId } = item
        const made = context.derive(item, {
          json: Object.fromEntries([...others, ...fields]),
          externalId: externalId === undefined ? undefined : `${externalId}#${place}`,
        })
        await context.carry(made)
        main.push(made)
        if (context.due()) await context.yield()
      }
    })
    return actedResult(main, refusals, { count: items.length })
  },
})
