import { keptByBrowser } from './kept-text.ts'

const key = 'atrium.session'

/**
 * Remembers if this browser has had a session and has not seen it end. Only then do the entrance
 * pages ask who is signed in.
 */
export const sessionHint = {
  get: (): boolean => keptByBrowser.read(key) !== null,
  set: (isThere: boolean): void => keptByBrowser.write(key, isThere ? '1' : null),
}
