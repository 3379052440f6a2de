import { type Condition, conditionOperators } from '@atrium/contracts'
import { isRecord, toWords } from '@atrium/workflow-rules'

export type Kind =
  | { readonly kind: 'text'; readonly long: boolean; readonly isProse: boolean }
  | { readonly kind: 'number' | 'secret' }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice' | 'choices'; readonly options: readonly string[] }
  | { readonly kind: 'texts' | 'tags' | 'pairs' | 'json' | 'group' | 'rules' }
  | { readonly kind: 'cron' | 'date' | 'timezone' | 'event' | 'member' | 'workflow' }
  | { readonly kind: 'destination'; readonly takesCards: boolean }
  | { readonly kind: 'connector'; readonly network: string | undefined }
  | { readonly kind: 'skill'; readonly skillKind: string | undefined }
  | { readonly kind: 'list' | 'record'; readonly members: readonly Field[] }

export interface Field {
  readonly key: string
  readonly label: string
  readonly help: string | undefined
  readonly isNeeded: boolean
  readonly default: unknown
  /**
   * The value of an emptied field. Undefined means the default. It is set only if an empty value
   * differs from the default.
   */
  readonly empty: unknown
  readonly edit: Kind
}

type Schema = Readonly<Record<string, unknown>>

const longFrom = 1_000
/** Texts that programs read. An amount or a date stays in its technical form there. */
const rawText = /Id$|^(?:id|key|value|field|url|path|pattern|expression)$/
const readProperties = (schema: unknown): Readonly<Record<string, Schema>> =>
  isRecord(schema) && isRecord(schema['properties'])
    ? (schema['properties'] as Readonly<Record<string, Schema>>)
    : {}

const isGroup = (schema: unknown): boolean => Object.hasOwn(readProperties(schema), 'conditions')

function arrayKind(key: string, items: unknown): Kind {
  if (isGroup(items)) return { kind: 'rules' }
  if (isRecord(items) && Array.isArray(items['enum'])) {
    return { kind: 'choices', options: items['enum'] as string[] }
  }
  if (isRecord(items) && items['type'] === 'object')
    return { kind: 'list', members: listFields(items) }
  return { kind: key === 'tags' ? 'tags' : 'texts' }
}

function findKind(key: string, schema: Schema): Kind {
  const { type, format, enum: options, maxLength } = schema
  // Post nodes need a channel. Other nodes take anything with an address.
  if (key === 'destination') return { kind: 'destination', takesCards: format !== 'connector' }
  if (format === 'connector') {
    const { network } = schema
    return { kind: 'connector', network: typeof network === 'string' ? network : undefined }
  }
  if (format === 'skill') {
    const { skillKind } = schema
    return { kind: 'skill', skillKind: typeof skillKind === 'string' ? skillKind : undefined }
  }
  if (format === 'member') return { kind: 'member' }
  // Files come from earlier steps, so the field takes an expression.
  if (format === 'files') return { kind: 'text', long: false, isProse: false }
  if (format === 'json') return { kind: 'json' }
  if (format === 'day-or-moment') return { kind: 'date' }
  if (format === 'password') return { kind: 'secret' }
  if (key === 'cron') return { kind: 'cron' }
  if (key === 'tz') return { kind: 'timezone' }
  if (key === 'eventType') return { kind: 'event' }
  if (key === 'workflow') return { kind: 'workflow' }
  if (Array.isArray(options)) return { kind: 'choice', options: options as string[] }
  if (type === 'boolean') return { kind: 'switch' }
  if (type === 'integer' || type === 'number') return { kind: 'number' }
  if (type === 'array') return arrayKind(key, schema['items'])
  if (type === 'object') {
    const members = listFields(schema)
    return members.length === 0 ? { kind: 'pairs' } : { kind: 'record', members }
  }
  return {
    kind: 'text',
    long: typeof maxLength === 'number' ? maxLength > longFrom : type === undefined,
    // A note's text also takes other values, so its schema names no type.
    isProse: (type === 'string' || key === 'text') && format === undefined && !rawText.test(key),
  }
}

// If the default is not empty, an empty value must be stored.
function toEmptyValue({
  type,
  minItems,
  minLength,
  pattern,
  format,
  enum: options,
  default: usual,
}: Schema): unknown {
  if (Array.isArray(usual) && usual.length > 0 && !minItems) return []
  const takesAnyText =
    type === 'string' && !minLength && pattern === undefined && format === undefined
  return takesAnyText && options === undefined && typeof usual === 'string' && usual !== ''
    ? ''
    : undefined
}

/** Lists a JSON Schema's fields in order. A combinator and its conditions are one field. */
export function listFields(schema: Schema): readonly Field[] {
  const needed = new Set(Array.isArray(schema['required']) ? (schema['required'] as string[]) : [])
  const group = isGroup(schema)
  return Object.entries(readProperties(schema)).flatMap(([key, property]): Field[] => {
    if (group && key === 'combinator') return []
    const { description } = property
    return [
      {
        key,
        label: toWords(key),
        isNeeded: needed.has(key),
        help: typeof description === 'string' ? description : undefined,
        default: property['default'],
        empty: toEmptyValue(property),
        edit: group && key === 'conditions' ? { kind: 'group' } : findKind(key, property),
      },
    ]
  })
}

export const operatorWords: Readonly<Record<Condition['operator'], string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'begins with',
  ends_with: 'ends with',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  matches: 'matches the pattern',
  exists: 'exists',
  not_exists: 'does not exist',
}

export const comparesWith = (operator: Condition['operator']): boolean =>
  operator !== 'exists' && operator !== 'not_exists'

export const operators = conditionOperators

/**
 * Parses a typed number. Returns a number, or the text if it is an expression. Undefined if the
 * text is empty.
 */
export function parseNumber(typed: string): number | string | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  return /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? Number(text) : typed
}
