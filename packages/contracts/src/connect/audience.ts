import { z } from 'zod'
import type { Platform } from '../posts/platforms.ts'
import { readRpc } from '../reading/outcome.ts'
import { ConnectNetwork } from './connect-network.ts'

/** Networks that report an account's audience size. */
export const audienceNetworks: readonly ConnectNetwork[] = [
  'pagenet',
  'photonet',
  'shortpost',
  'videonet',
  'forumnet',
] satisfies Platform[]

const Figure = z.number().int().nonnegative().nullable()

/** The figures for an account. Null if its network does not report the figure or hides it. */
export const AudienceFigures = z.object({
  followers: Figure,
  /** How many accounts this account follows. */
  following: Figure,
  posts: Figure,
  views: Figure,
})
export type AudienceFigures = z.infer<typeof AudienceFigures>

export const ReadAudience = readRpc({
  subject: 'connect.audience',
  description: 'The present figures of the audience of an account',
  asked: {},
  page: {
    ...AudienceFigures.shape,
    network: ConnectNetwork,
    name: z.string(),
  },
})
