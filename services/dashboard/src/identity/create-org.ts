import { updateOrgSettings } from '@atrium/contracts'
import { mutationOptions } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { isPassing } from '../platform/connection/connection.ts'
import { betterAuth } from '../platform/session/better-auth.ts'
import { beforeLeaving } from '../platform/session/org-change.ts'
import { findBrowserZone } from '../ui/dates/wall-time.ts'
import { toSlug } from './identity-queries.ts'

/**
 * Creates an organisation in the browser's time zone and makes it the session's active
 * organisation. A retry creates no second one.
 */
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
        // The response may be lost after the organisation was created.
        const ownOrgs = await betterAuth.listOrgs().catch(() => [])
        const made = ownOrgs.find((org) => org.slug === slug)
        if (made === undefined) {
          // Unless the request never arrived, another organisation may have taken the slug.
          if (!isPassing(error)) end = newEnd()
          throw error
        }
        await atrium.auth.setActiveOrg(made.id)
      }
      // The settings can be changed later. A refusal must not lead to a second organisation.
      const timezone = findBrowserZone()
      await atrium.call(updateOrgSettings, { body: { timezone } }).catch(() => undefined)
    },
  })
}
