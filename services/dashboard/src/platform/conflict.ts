import { AtriumError } from '@atrium/sdk'

/** True if the record has changed since this page read it. */
export const isConflict = (error: unknown): boolean =>
  error instanceof AtriumError && error.status === 412
