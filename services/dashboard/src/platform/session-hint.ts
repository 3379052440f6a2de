import { keptByBrowser } from './kept-text.ts'

const key = 'atrium.session'

/**
 * Remembers that this browser had a session that has not ended as far as it knows. Only then do the
 * entrance pages ask who is signed in.
 */
export const sessionHint = {
  get: (): boolean => keptByBrowser.read(key) !== null,
  set: (isThere: boolean): void => keptByBrowser.write(key, isThere ? '1' : null),
}
