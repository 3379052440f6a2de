import { z } from 'zod'
import { asText } from '../../engine/index.ts'
import { actOnItems } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'
import { intoParam, intoProblems, splitPath } from './item-path.ts'
import { withValueAt } from './set-path.ts'

const longest = 1_000_000

export const format = defineNode({
  type: 'format',
  label: 'Format text',
  description: 'Writes one text for each item from a template with fields',
  category: 'enrich',
  keywords: ['template', 'text', 'compose', 'concatenate', 'join', 'sentence', 'message', 'write'],
  params: z.object({
    template: z
      .preprocess((value) => (value === undefined ? value : asText(value)), z.string().max(longest))
      .describe('The text, with fields such as {{ $json.name }}'),
    into: intoParam('text'),
  }),
  emits: emitted({ text: field.text('Text', 'Thank you for your order, Kunsthalle') }),
  instant: true,
  check: intoProblems,
  execute(items, _params, context) {
    return actOnItems(items, context, async (item, _at, { template, into }) => {
      const made = context.derive(item, { json: withValueAt(item.json, splitPath(into), template) })
      await context.carry(made)
      return made
    })
  },
})
