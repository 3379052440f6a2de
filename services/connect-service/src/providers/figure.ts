import type { AudienceFigures } from '@atrium/contracts'
import { z } from 'zod'

/** A count in a response, as a number or as digits. Anything else becomes null. */
export const Figure = z.coerce.number().int().nonnegative().nullish().catch(null)

/** Returns the figures of an audience. A figure that the network does not state is null. */
export const toFigures = (
  known: {
    [Name in keyof AudienceFigures]?: z.output<typeof Figure>
  },
): AudienceFigures => ({
  followers: known.followers ?? null,
  following: known.following ?? null,
  posts: known.posts ?? null,
  views: known.views ?? null,
})
