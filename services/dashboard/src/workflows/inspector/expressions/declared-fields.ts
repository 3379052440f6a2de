import type { EmittedField, FieldType, NodeRun, WorkflowNode } from '@atrium/contracts'
import { isRecord, type Place, spacedWords } from '@atrium/workflow-rules'
import type { Palette } from '../../graph/graph.ts'
import type { EventType } from '../../palette-queries.ts'

/** What is known about the fields of the steps: descriptors, events and the last run. */
export interface Sources {
  readonly palette: Palette
  readonly events: readonly EventType[]
  readonly runs: ReadonlyMap<string, NodeRun>
  /** The organisation's language and time zone. */
  readonly place: Place
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const isoDay = /^\d{4}-\d\d-\d\d$/

function guessType(name: string, value: unknown): FieldType {
  if (typeof value === 'number') return /Cents$/.test(name) ? 'money' : 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (Array.isArray(value)) return 'list'
  if (isRecord(value)) return 'object'
  if (name === 'currency') return 'currency'
  if (typeof value !== 'string') return /Cents$/.test(name) ? 'money' : 'text'
  if (isoDay.test(value)) return 'day'
  if (isoTime.test(value)) return 'date'
  if (/^https?:\/\//.test(value)) return 'url'
  return 'text'
}

/** Describes a field that no descriptor declares, from its name and value. */
export const guessField = (name: string, value: unknown): EmittedField => ({
  name,
  label: spacedWords(name).replace(/ cents$/, '') || name,
  type: guessType(name, value),
  example: value,
})

/** Lists the fields that a step declares: its descriptor's, its event's and its own settings'. */
export function declareFields(
  { type, params }: WorkflowNode,
  { palette, events }: Pick<Sources, 'palette' | 'events'>,
): readonly EmittedField[] {
  const fields = [...(palette.get(type)?.emits ?? [])]
  if (type === 'trigger.event') {
    const event = events.find((each) => each.type === params['eventType'])
    for (const { name, label, format, example, options } of event?.payload ?? [])
      fields.push({ name, label, type: format, example, options })
  }
  if (type === 'set_fields' && Array.isArray(params['fields'])) {
    for (const field of params['fields']) {
      const name = isRecord(field) ? field['name'] : undefined
      // Other signs make the name a path.
      if (typeof name !== 'string' || !/^[\p{L}\p{N}_ -]+$/u.test(name)) continue
      fields.push(guessField(name, readExample(field['value'])))
    }
  }
  return fields
}

// A value with an expression is no example.
const readExample = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('{{') ? undefined : value
