import { z } from 'zod'
import type { Platform } from '../posts/platforms.ts'
import { readRpc } from '../reading/outcome.ts'
import { ConnectNetwork } from './connect-network.ts'

/** The networks that name the size of an account's audience. */
export const audienceNetworks: readonly ConnectNetwork[] = [
  'pagenet',
  'photonet',
  'shortpost',
  'videonet',
  'forumnet',
] satisfies Platform[]

const Figure = z.number().int().nonnegative().nullable()

/** The figures of an account; null where its network names none, or hides it. */
export const AudienceFigures = z.object({
  followers: Figure,
  /** Accounts that it follows itself. */
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
