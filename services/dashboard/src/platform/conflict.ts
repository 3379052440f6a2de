import { AtriumError } from '@atrium/sdk'

/** True if somebody changed a record since this page read it. */
export const isConflict = (error: unknown): boolean =>
  error instanceof AtriumError && error.status === 412
