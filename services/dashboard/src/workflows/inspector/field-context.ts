import type { Scope } from '@atrium/workflow-rules'
import { createContext, use } from 'react'
import type { FieldFinder } from './expressions/chips.ts'
import type { UpstreamField } from './expressions/upstream-fields.ts'
import type { Field } from './fields.ts'

export interface NodeFields {
  readonly upstream: readonly UpstreamField[]
  readonly findField: FieldFinder
  /** The values for previews. `isReal` is false if they are examples. */
  readonly sample: { readonly scope: Scope; readonly isReal: boolean } | undefined
  /** The organisation's language. */
  readonly locale: string
  readonly isLocked: boolean
  readonly problemOf: (path: string) => string | undefined
}

export const FieldContext = createContext<NodeFields>({
  upstream: [],
  findField: () => undefined,
  sample: undefined,
  locale: 'en',
  isLocked: false,
  problemOf: () => undefined,
})

/** A parameter with its value. Undefined means the default. */
export interface FieldProps {
  readonly field: Field
  readonly path: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

export function useFieldInput({ field, path }: Pick<FieldProps, 'field' | 'path'>) {
  const { isLocked, problemOf } = use(FieldContext)
  const { label, help, isNeeded } = field
  return {
    label,
    description: help,
    withAsterisk: isNeeded,
    error: problemOf(path),
    disabled: isLocked,
  }
}
