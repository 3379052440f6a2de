import type { CodeOf } from './app-error.ts'
import type { referenceErrors, storageErrors } from './assets.ts'
import type { cardErrors, siteErrors } from './board.ts'
import type { commonErrors } from './common.ts'
import type { connectErrors } from './connect.ts'
import type {
  customerErrors,
  invoiceErrors,
  offerErrors,
  planErrors,
  processorErrors,
  scheduleErrors,
  webhookErrors,
} from './invoicing.ts'
import type { workflowErrors } from './workflow.ts'

export * from './app-error.ts'
export * from './assets.ts'
export * from './board.ts'
export * from './common.ts'
export * from './connect.ts'
export * from './invoicing.ts'
export * from './workflow.ts'

/** Every code of the error tables: those that an operation may declare. */
export type ErrorCode = CodeOf<
  | typeof cardErrors
  | typeof commonErrors
  | typeof connectErrors
  | typeof customerErrors
  | typeof invoiceErrors
  | typeof offerErrors
  | typeof planErrors
  | typeof processorErrors
  | typeof siteErrors
  | typeof referenceErrors
  | typeof scheduleErrors
  | typeof storageErrors
  | typeof webhookErrors
  | typeof workflowErrors
>
