/**
 * Tells codes that come into the picture from those that stay there: a code counts again when the camera has not seen
 * it for `awayMs` milliseconds.
 */
export function createNewCode(awayMs: number): (code: string, now: number) => boolean {
  let last: { code: string; at: number } | undefined
  return (code, now) => {
    const stays = last?.code === code && now - last.at < awayMs
    last = { code, at: now }
    return !stays
  }
}
