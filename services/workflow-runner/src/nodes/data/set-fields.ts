import { z } from 'zod'
import { actOnItems } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { splitPath } from './item-path.ts'
import { withValueAt } from './set-path.ts'

const Path = z.string().min(1).max(200)

export const setFields = defineNode({
  type: 'set_fields',
  label: 'Set fields',
  description: 'Sets, renames and removes fields of each item',
  category: 'enrich',
  keywords: ['edit fields', 'set', 'rename', 'map', 'assign', 'transform', 'variable', 'change'],
  params: z.object({
    fields: z
      .array(
        z.object({
          name: Path.describe('The field, or a path such as address.city'),
          value: z.unknown().describe('Its value. An expression keeps the type of its result'),
        }),
      )
      .max(200)
      .default([])
      .describe('The fields to set, in this order'),
    remove: z
      .array(Path)
      .max(200)
      .default([])
      .describe('The fields to remove, before others are set'),
    keep: z.boolean().default(true).describe('Keeps the item’s other fields'),
  }),
  instant: true,
  check: ({ fields, remove }) =>
    [
      ...remove.map((name, at) => ({ name, path: `remove.${at}` })),
      ...fields.map(({ name }, at) => ({ name, path: `fields.${at}.name` })),
    ]
      .filter(({ name }) => splitPath(name).length === 0)
      .map(({ path }) => ({
        code: 'invalid_params' as const,
        path,
        message: 'This is not a field name',
      })),
  execute(items, _params, context) {
    return actOnItems(items, context, async (item, _at, { fields, remove, keep }) => {
      let json: Record<string, unknown> = keep ? item.json : {}
      for (const name of remove) {
        json = withValueAt(json, splitPath(name), undefined)
        if (context.due()) await context.yield()
      }
      for (const { name, value } of fields) {
        json = withValueAt(json, splitPath(name), value ?? null)
        if (context.due()) await context.yield()
      }
      const made = context.derive(item, { json })
      await context.carry(made)
      return made
    })
  },
})
