import { keptByBrowser } from './kept-text.ts'

const key = 'atrium.session'

/** Whether this browser has had a session that has not been seen to end: pages for strangers ask only then who is there. */
export const sessionHint = {
  get: (): boolean => keptByBrowser.read(key) !== null,
  set: (isThere: boolean): void => keptByBrowser.write(key, isThere ? '1' : null),
}
