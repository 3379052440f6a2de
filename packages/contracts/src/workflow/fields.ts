import { z } from 'zod'
import { named } from '../core/schemas.ts'

/** The field types. They say how a page shows a value, see docs/workflow-nodes.md. */
export const fieldTypes = [
  'text',
  'number',
  'money',
  'currency',
  'date',
  'day',
  'boolean',
  'email',
  'url',
  'id',
  'file',
  'list',
  'object',
] as const
export type FieldType = (typeof fieldTypes)[number]

const label = z.string().describe('The field’s name in a business owner’s words.')
const example = z.unknown().describe('A realistic value of the field’s type.')
const type = z
  .enum(fieldTypes)
  .describe(
    'How to show the value. `money` is a whole number of minor units whose currency is a `currency` field next to it, `date` is an ISO 8601 time, `day` is `YYYY-MM-DD`, and `file` is a file of an item.',
  )

const options = z
  .array(
    z.object({
      value: z.string().describe('The value in an item.'),
      label: z.string().describe('The words that pages show for the value.'),
    }),
  )
  .optional()
  .describe('The fixed values of the field with their words. Missing if any value is possible.')

export const EmittedField = named('WorkflowField', {
  name: z.string().describe('The key in an item’s `json`.'),
  label,
  type,
  example,
  options,
})
export type EmittedField = z.output<typeof EmittedField>

export const WorkflowEventType = named('WorkflowEventType', {
  type: z.string().describe('The event type, for example `link.captured`.'),
  description: z.string().describe('What happened.'),
  payload: z
    .array(
      z.object({
        name: z.string().describe('The field’s name.'),
        type: z.string().describe('The value’s type, for example `string` or `string[]`.'),
        description: z.string().describe('What the field means. May be empty.'),
        label,
        format: type,
        example,
        options,
      }),
    )
    .describe('The fields of `$json` in a run that the event starts.'),
})
