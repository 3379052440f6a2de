import * as contracts from '@atrium/contracts'
import { type EventDefinition, eventsIn, type WorkflowEventType } from '@atrium/contracts'
import { z } from 'zod'
import { showEventField } from './event-fields.ts'

export const domainEvents: readonly EventDefinition[] = eventsIn(contracts).filter(
  ({ domain }) => domain,
)

const describeType = (schema: Record<string, unknown>): string => {
  const { type, anyOf, items } = schema
  if (Array.isArray(anyOf))
    return anyOf.map((each) => describeType(each as Record<string, unknown>)).join(' | ')
  if (Array.isArray(type))
    return type.map((each) => describeType({ ...schema, type: each })).join(' | ')
  if (type === 'array') return `${describeType((items ?? {}) as Record<string, unknown>)}[]`
  return typeof type === 'string' ? type : 'unknown'
}

export const eventCatalog: z.output<typeof WorkflowEventType>[] = domainEvents.map((event) => ({
  type: event.type,
  description: event.description,
  payload: Object.entries(event.schema.shape).map(([name, field]) => {
    const schema = z.toJSONSchema(field as z.ZodType, { io: 'output', unrepresentable: 'any' })
    const { label, type: format, example, options } = showEventField(event.type, name)
    return {
      name,
      type: describeType(schema),
      description: String(schema.description ?? ''),
      label,
      format,
      example,
      ...(options === undefined ? {} : { options }),
    }
  }),
}))
