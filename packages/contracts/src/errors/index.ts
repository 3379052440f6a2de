import type { CodeOf } from './app-error.ts'
import type * as tables from './tables.ts'

export * from './app-error.ts'
export * from './tables.ts'

/** Every code in the error tables. An operation may declare these. */
export type ErrorCode = CodeOf<(typeof tables)[keyof typeof tables]>
