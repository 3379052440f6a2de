import { findEtag } from '@atrium/sdk'

/** Remembers the version of settings that a page shows. The cached ones are copied while a change is under way, which loses it. */
export function createVersionMemory<Settings extends object>() {
  let version: string | undefined
  return {
    note: (settings: Settings): Settings => {
      version = findEtag(settings)
      return settings
    },
    /** The options of a change: it throws 412 if somebody changed the settings since the page read them. */
    options: () => (version === undefined ? {} : { ifMatch: version }),
  }
}
