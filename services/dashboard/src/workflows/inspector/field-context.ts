import type { Scope } from '@atrium/workflow-rules'
import { createContext } from 'react'
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
