import { purgeOrg } from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { betterAuth, type OwnOrg } from '../../platform/session/better-auth.ts'
import { beforeLeaving } from '../../platform/session/org-change.ts'
import { leaveOrganisation } from '../../platform/session/orgs.ts'
import { showSession } from '../../platform/session/show-session.ts'
import { sampleEnd } from './sample-money.ts'

interface Mark {
  /** The id of the organisation where the user asked for the sample. */
  readonly from: string
}

/** Returns a sample organisation's mark from its metadata. Undefined for any other organisation. */
export function sampleMark({ metadata }: Pick<OwnOrg, 'metadata'>): Mark | undefined {
  try {
    const { sampleFrom: from } =
      (typeof metadata === 'string' ? JSON.parse(metadata) : metadata) ?? {}
    return typeof from === 'string' ? { from } : undefined
  } catch {
    return undefined
  }
}

/** The beginning of a sample organisation's web address. */
export const sampleSlug = 'sample-'

export const fillingKey = ['sample', 'fill']

/** Creates a sample organisation, enters it, and fills it. */
export const exploreMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: fillingKey,
    mutationFn: async (from: string) => {
      await beforeLeaving.settle()
      const slug = `${sampleSlug}${crypto.randomUUID()}`
      await atrium.auth.createOrg({
        name: `Harbour Bakery ${sampleEnd}`,
        slug,
        metadata: { sampleFrom: from },
      })
      await showSession(queryClient)
      const { fillSample } = await import('./fill-sample.ts')
      await fillSample(atrium, Date.now())
    },
  })

/**
 * Deletes a sample organisation with everything in it, and returns to the organisation where the
 * user asked for it.
 */
export const removeSampleMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async (id: string) => {
      const orgs = await betterAuth.listOrgs()
      const sample = orgs.find((org) => org.id === id)
      const mark = sample && sampleMark(sample)
      if (mark === undefined) throw new Error('This organisation holds no sample data')
      await leaveOrganisation(
        queryClient,
        id,
        () => atrium.call(purgeOrg, { params: { id } }),
        mark.from,
      )
    },
  })
