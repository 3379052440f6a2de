import { AppError } from '@atrium/contracts'

const goneCodes = new Set<unknown>(['resource_missing', 'account_invalid'])

/** Whether the processor refused because what the call was about, or its account, is not there (any more). */
export function isGone(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'processor_refused') return false
  const { cause } = error
  return typeof cause === 'object' && cause !== null && 'code' in cause && goneCodes.has(cause.code)
}
