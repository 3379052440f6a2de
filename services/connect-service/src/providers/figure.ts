import type { AudienceFigures } from '@atrium/contracts'
import { z } from 'zod'

/** A count in a response, as a number or as digits. Anything else becomes null. */
export const Figure = z.coerce.number().int().nonnegative().nullish().catch(null)

/** Returns an audience's figures. A figure is null if the network does not state it. */
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
