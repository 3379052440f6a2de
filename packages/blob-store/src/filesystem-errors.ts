import { commonErrors, storageErrors } from '@atrium/contracts'

const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const outOfReach = new Set(['EIO', 'EROFS', 'ESTALE', 'ENOTCONN', 'EMFILE', 'ENFILE', 'ENXIO', 'ETIMEDOUT'])

/** The code of a failed system call, or undefined for any other error. */
export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error ? (error as NodeJS.ErrnoException).code : undefined

/** Whether a system call failed on a full disk or quota. */
export const isNoRoom = (error: unknown): boolean => noRoom.has(systemCode(error) ?? '')

/** A failed write as the caller's error; errors of other origin pass unchanged. */
export function translateWriteError(error: unknown): unknown {
  if (isNoRoom(error)) return storageErrors.insufficient_storage({ cause: error })
  if (outOfReach.has(systemCode(error) ?? ''))
    return commonErrors.unavailable({ cause: error, details: { retryAfterSeconds: 5 } })
  return error
}

/** Runs a step; undefined where the path does not exist. */
export async function ifPresent<T>(step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step()
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Runs a step, and again after `prepare` where a directory of its path does not exist. */
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
