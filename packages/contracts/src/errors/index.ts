import type { CodeOf } from './app-error.ts'
import type * as tables from './tables.ts'

export * from './app-error.ts'
export * from './tables.ts'

/** Every code of the error tables: those that an operation may declare. */
export type ErrorCode = CodeOf<(typeof tables)[keyof typeof tables]>
