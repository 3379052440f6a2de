import type { AudienceFigures } from '@atrium/contracts'
import { z } from 'zod'

/** A count in an answer, as a number or as digits; null for anything else. */
export const Figure = z.coerce.number().int().nonnegative().nullish().catch(null)

/** The figures of an audience; those that a network does not name are null. */
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
