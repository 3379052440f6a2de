import { keptByBrowser } from '../store.ts'

const key = 'atrium.session'

/**
 * Remembers if this browser has had a session and has not seen it end. Only then do the entrance
 * pages ask who is signed in.
 */
export const sessionHint = {
  get: (): boolean => keptByBrowser.read(key) !== null,
  set: (isThere: boolean): void => keptByBrowser.write(key, isThere ? '1' : null),
}

/**
 * A page's change of the browser's session: another user or organisation has entered, or the user
 * has left.
 */
export type SessionChange = 'entered' | 'left'

// All tabs of a browser share the session, and with it the active organisation.
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('atrium.session')

/** True after a change by another tab that no listener has heard. */
let isMissed = false
channel?.addEventListener('message', () => {
  isMissed = true
})

/** Announces session changes to this browser's other tabs. */
export const sessionTabs = {
  announce: (change: SessionChange): void => channel?.postMessage(change),
  /**
   * Calls the listener for each change by another tab, until the returned function is called. A
   * change from before, while the page loaded, counts as `entered`.
   */
  subscribe(listener: (change: SessionChange) => void): () => void {
    const listen = ({ data }: MessageEvent) => {
      isMissed = false
      listener(data as SessionChange)
    }
    channel?.addEventListener('message', listen)
    if (isMissed) {
      isMissed = false
      listener('entered')
    }
    return () => channel?.removeEventListener('message', listen)
  },
}
