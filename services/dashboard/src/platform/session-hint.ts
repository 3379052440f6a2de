const key = 'atrium.session'

/** Whether this browser has had a session that has not been seen to end: pages for strangers ask only then who is there. */
export const sessionHint = {
  get(): boolean {
    try {
      return localStorage.getItem(key) !== null
    } catch {
      return false
    }
  },
  set(isThere: boolean): void {
    try {
      if (isThere) localStorage.setItem(key, '1')
      else localStorage.removeItem(key)
    } catch {
      // The entrance then shows its form.
    }
  },
}
