/**
 * Returns a function that is true when a code newly appears in the picture. A code counts as new
 * again if the camera has not seen it for `awayMs` milliseconds.
 */
export function createNewCode(awayMs: number): (code: string, now: number) => boolean {
  let last: { code: string; at: number } | undefined
  return (code, now) => {
    const stays = last?.code === code && now - last.at < awayMs
    last = { code, at: now }
    return !stays
  }
}
