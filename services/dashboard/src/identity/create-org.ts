import { updateOrgSettings } from '@atrium/contracts'
import { mutationOptions } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'
import { beforeLeaving } from '../platform/before-leaving.ts'
import { betterAuth } from '../platform/better-auth.ts'
import { isPassing } from '../platform/connection.ts'
import { toSlug } from './identity-queries.ts'

/** Creates an organisation in the zone of the browser; the session acts in it. A repetition creates no second one. */
export function createOrgMutation() {
  const newEnd = () => crypto.randomUUID().slice(0, 8)
  let end = newEnd()
  return mutationOptions({
    mutationFn: async (name: string) => {
      const slug = toSlug(name, end)
      await beforeLeaving.settle()
      try {
        await atrium.auth.createOrg({ name: name.trim(), slug })
      } catch (error) {
        // The answer may be lost after it was made.
        const own = await betterAuth.listOrgs().catch(() => [])
        const made = own.find((org) => org.slug === slug)
        if (made === undefined) {
          // Unless the request never arrived, the slug may be another organisation's.
          if (!isPassing(error)) end = newEnd()
          throw error
        }
        await atrium.auth.setActiveOrg(made.id)
      }
      // The settings can be changed later; a refusal must not ask for a second organisation.
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
      await atrium.call(updateOrgSettings, { body: { timezone } }).catch(() => undefined)
    },
  })
}
