import { findEtag } from '@atrium/sdk'

/**
 * Remembers the version of the settings on the page. A running change copies the cached settings,
 * and the copy has no version.
 */
export function createVersionMemory<Settings extends object>() {
  let version: string | undefined
  return {
    note: (settings: Settings): Settings => {
      version = findEtag(settings)
      return settings
    },
    /**
     * Returns the options for a change. With them the change throws 412 if the settings have
     * changed since the page read them.
     */
    options: () => (version === undefined ? {} : { ifMatch: version }),
  }
}
