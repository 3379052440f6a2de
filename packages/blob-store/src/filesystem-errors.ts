import { commonErrors, storageErrors } from '@atrium/contracts'

const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const outOfReach = new Set([
  'EIO',
  'EROFS',
  'ESTALE',
  'ENOTCONN',
  'EMFILE',
  'ENFILE',
  'ENXIO',
  'ETIMEDOUT',
])

/** Returns the code of a failed system call, or undefined for any other error. */
export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error ? (error as NodeJS.ErrnoException).code : undefined

/** True if a system call failed because the disk or quota is full. */
export const isNoRoom = (error: unknown): boolean => noRoom.has(systemCode(error) ?? '')

/** Translates a failed write into the caller's error. Errors from elsewhere pass unchanged. */
export function translateWriteError(error: unknown): unknown {
  if (isNoRoom(error)) return storageErrors.insufficient_storage({ cause: error })
  if (outOfReach.has(systemCode(error) ?? ''))
    return commonErrors.unavailable({ cause: error, details: { retryAfterSeconds: 5 } })
  return error
}

/** Runs a step. Returns undefined if the path does not exist. */
export async function ifPresent<T>(step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step()
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

/**
 * Runs a step. If a directory on its path does not exist, runs `prepare` and then the step again.
 */
export async function preparedIfAbsent<T>(
  prepare: () => Promise<unknown>,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
    await prepare()
    return step()
  }
}
