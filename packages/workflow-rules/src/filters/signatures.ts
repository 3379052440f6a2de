import type { ArgumentKind } from './argument-kinds.ts'

export interface ArgumentRule {
  name: string
  label: string
  kind: ArgumentKind
  optional?: boolean
}

/** Each filter's arguments, in the order of docs/reference/expressions.md. */
export const signatures = {
  default: [{ name: 'value', label: 'Value', kind: 'any' }],
  upper: [],
  lower: [],
  trim: [],
  truncate: [{ name: 'characters', label: 'Characters', kind: 'characters' }],
  replace: [
    { name: 'search', label: 'Text to find', kind: 'text' },
    { name: 'replacement', label: 'Replacement', kind: 'text' },
  ],
  number: [],
  round: [{ name: 'digits', label: 'Decimals', kind: 'digits', optional: true }],
  plus: [{ name: 'number', label: 'Number to add', kind: 'number' }],
  minus: [{ name: 'number', label: 'Number to subtract', kind: 'number' }],
  times: [{ name: 'number', label: 'Number to multiply by', kind: 'number' }],
  money: [
    { name: 'currency', label: 'Currency', kind: 'currency' },
    { name: 'locale', label: 'Language', kind: 'locale', optional: true },
  ],
  date: [
    { name: 'format', label: 'Format', kind: 'format' },
    { name: 'zone', label: 'Time zone', kind: 'zone', optional: true },
  ],
  join: [{ name: 'separator', label: 'Text between', kind: 'text' }],
  first: [],
  last: [],
  count: [],
  json: [],
  url: [],
} as const satisfies Readonly<Record<string, readonly ArgumentRule[]>>

export type FilterName = keyof typeof signatures

/** Returns a filter's arguments. Undefined if there is no filter with this name. */
export const findSignature = (name: string): readonly ArgumentRule[] | undefined =>
  isFilterName(name) ? signatures[name] : undefined

/** Returns true if there is a filter with this name. */
export const isFilterName = (name: string): name is FilterName => Object.hasOwn(signatures, name)
