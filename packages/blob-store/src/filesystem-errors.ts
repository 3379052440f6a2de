import { commonErrors, storageErrors } from '@atrium/contracts'

const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const outOfReach = new Set(['EIO', 'EROFS', 'ESTALE', 'ENOTCONN', 'EMFILE', 'ENFILE', 'ENXIO', 'ETIMEDOUT'])

/** The code of a failed system call, or undefined for any other error. */
export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error ? (error as NodeJS.ErrnoException).code : undefined

/** Whether a system call failed because the disk is full or the owner's share of it is. */
export function isNoRoom(error: unknown): boolean {
  const code = systemCode(error)
  return code !== undefined && noRoom.has(code)
}

/** What a failed write means to a caller; errors that are not the file system's pass through unchanged. */
export function translateWriteError(error: unknown): unknown {
  const code = systemCode(error)
  if (code === undefined) return error
  if (noRoom.has(code)) return storageErrors.insufficient_storage({ cause: error })
  if (outOfReach.has(code))
    return commonErrors.unavailable({ cause: error, details: { retryAfterSeconds: 5 } })
  return error
}

/** Runs a step and answers undefined where the path does not exist. */
export async function ifPresent<T>(step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step()
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Runs a step, and once more after `prepare` where a directory of its path does not exist yet. */
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
