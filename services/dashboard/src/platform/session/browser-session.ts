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

/** Announces session changes to this browser's other tabs. */
export const sessionTabs = {
  announce: (change: SessionChange): void => channel?.postMessage(change),
  /** Calls the listener for each change by another tab, until the returned function is called. */
  subscribe(listener: (change: SessionChange) => void): () => void {
    const listen = ({ data }: MessageEvent) => listener(data as SessionChange)
    channel?.addEventListener('message', listen)
    return () => channel?.removeEventListener('message', listen)
  },
}
