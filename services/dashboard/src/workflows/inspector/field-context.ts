import type { Scope } from '@atrium/workflow-rules'
import { createContext, use } from 'react'
import type { Field } from './fields.ts'
import type { UpstreamField } from './upstream-fields.ts'

/** What the fields of one node have in common. */
export interface NodeFields {
  /** The fields that expressions can read. */
  readonly upstream: readonly UpstreamField[]
  /** The samples of the last run. */
  readonly scope: Scope | undefined
  readonly isLocked: boolean
  /** The problem of a parameter, by its path. */
  readonly problemOf: (path: string) => string | undefined
}

export const FieldContext = createContext<NodeFields>({
  ...{ upstream: [], scope: undefined, isLocked: false },
  problemOf: () => undefined,
})

/** A parameter with its value; undefined takes its default. */
export interface FieldProps {
  readonly field: Field
  readonly path: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The properties that the input of every parameter has. */
export function useFieldInput({ field, path }: Pick<FieldProps, 'field' | 'path'>) {
  const { isLocked, problemOf } = use(FieldContext)
  const { label, help, isNeeded } = field
  return { label, description: help, withAsterisk: isNeeded, error: problemOf(path), disabled: isLocked }
}
