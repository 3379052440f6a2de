import {
  type AudienceFigures,
  audienceNetworks,
  type ConnectNetwork,
  type WorkflowItem,
} from '@atrium/contracts'
import { z } from 'zod'
import { connector } from '../connector.ts'
import { defineNode } from '../define-node.ts'
import { choice, emitted, field, networks } from '../emitted-fields.ts'
import { ReadError, readPage } from './read-page.ts'

const mostKnown = 500

const Stored = z.record(z.string(), z.object({ followers: z.number().nullable(), at: z.string() }))

type Known = z.output<typeof Stored>
type Read = AudienceFigures & { network: ConnectNetwork; name: string }

function toItem(
  channelId: string,
  read: Read,
  before: Known[string] | undefined,
  at: string,
): WorkflowItem {
  const { name, network, followers, following, posts, views } = read
  const change =
    followers === null || before?.followers == null ? null : followers - before.followers
  return {
    externalId: `${channelId}:${at.slice(0, 10)}`,
    source: { scheme: 'audience', host: network },
    json: {
      title: followers === null ? name : `${name}: ${followers} followers`,
      network,
      name,
      channelId,
      followers,
      followersChange: change,
      since: before?.at ?? null,
      following,
      posts,
      views,
      readAt: at,
      url: null,
      contentType: 'application/json',
    },
  }
}

export const socialAudience = defineNode({
  type: 'social_audience',
  label: 'Read audience',
  description:
    'Reads the follower counts of connected accounts and their change since the last run',
  category: 'ingest',
  keywords: [
    'followers',
    'statistics',
    'analytics',
    'reach',
    'fans',
    'subscribers',
    'numbers',
    'insights',
  ],
  params: z.object({
    connector: connector(
      'The account. By default, all accounts of the workflow’s owner',
    ).optional(),
  }),
  emits: emitted({
    title: field.text('Title', 'Harbour Bakery: 1200 followers'),
    network: choice('Network', 'photonet', networks),
    name: field.text('Account name', 'Harbour Bakery'),
    channelId: field.id('Account', 'chn_01k2m8f3q7'),
    followers: field.number('Followers', 1_200),
    followersChange: field.number('New followers', 35),
    since: field.date('Compared with', '2026-04-27T08:00:00.000Z'),
    following: field.number('Following', 210),
    posts: field.number('Posts', 96),
    views: field.number('Views', 15_300),
    readAt: field.date('Read at', '2026-05-04T08:00:00.000Z'),
    url: field.url('Web address', 'https://social.example/harbourbakery'),
    contentType: field.text('Content type', 'application/json'),
  }),
  usesPersonsRights: true,
  needs: ['org', 'audience'],
  async execute(_items, { connector: given }, context) {
    const { orgId, userId, nodeId, ports, signal } = context
    const { audience } = ports.accounts
    const listChannels = async () => {
      const { items } = await audience.channels({ orgId, ownerId: userId }, signal)
      return items.filter(({ network }) => audienceNetworks.includes(network)).map(({ id }) => id)
    }
    const channels = given === undefined ? await listChannels() : [given]
    const key = `${nodeId}:audience`
    const lastFigures = Stored.safeParse(await context.watermark(key)).data ?? {}
    const at = new Date(context.now()).toISOString()
    const main: WorkflowItem[] = []
    const figures = new Map(Object.entries(lastFigures))
    const failed: ReadError[] = []
    for (const channelId of channels) {
      try {
        const read = await readPage(
          () => audience.read({ orgId, actorId: userId, channelId }, signal),
          context,
        )
        main.push(toItem(channelId, read, lastFigures[channelId], at))
        // Re-adding moves the channel to the end. If there are too many, the first ones are
        // dropped.
        figures.delete(channelId)
        figures.set(channelId, { followers: read.followers, at })
      } catch (error) {
        if (!(error instanceof ReadError)) throw error
        failed.push(error)
      }
      if (context.due()) await context.yield()
    }
    const [problem] = failed
    if (problem !== undefined && main.length === 0) throw problem
    return {
      outputs: { main },
      watermarks: { [key]: Object.fromEntries([...figures].slice(-mostKnown)) },
      incomplete: failed.length > 0,
      message: problem && `${failed.length} accounts could not be read: ${problem.message}`,
    }
  },
})
