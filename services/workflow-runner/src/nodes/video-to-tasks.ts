import { type Card, type ChannelVideo, maxCardBody, type WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { missingOrg, NodeError } from '../engine/index.ts'
import { connector, readTargetOf } from './connector.ts'
import { defineNode } from './define-node.ts'
import { readPage } from './read-page.ts'
import { readPages } from './read-pages.ts'

const mostVideos = 5_000
const keysAtOnce = 100

const itemOf = (video: ChannelVideo, card: Card): WorkflowItem => ({
  externalId: video.id,
  source: { scheme: 'video' },
  json: {
    title: video.title,
    rawContent: video.description,
    publishedAt: video.publishedAt,
    pictureUrl: video.pictureUrl,
    videoId: video.id,
    taskId: card.id,
    url: video.url,
    contentType: 'video',
  },
})

export const videoToTasks = defineNode({
  type: 'video_to_tasks',
  label: 'Videos to cards',
  description: 'Makes a card for each new video of a channel or a playlist, once',
  category: 'ingest',
  params: z.object({
    connector: connector('The channel of the video platform'),
    playlist: z
      .string()
      .trim()
      .regex(/^[\w-]{1,100}$/, { error: 'The id of a playlist, as its address shows it' })
      .optional()
      .describe('The id of a playlist; the uploads of the channel unless given'),
    limit: z.number().int().min(1).max(mostVideos).default(200).describe('The most videos of one read'),
  }),
  emits: ['title', 'rawContent', 'publishedAt', 'pictureUrl', 'videoId', 'taskId', 'url', 'contentType'],
  usesPersonsRights: true,
  available: ({ accounts, board }) => accounts.videos !== undefined && board !== null,
  async execute(_items, { connector: channel, playlist, limit }, context) {
    const { orgId, userId, workflowId, ports, signal } = context
    const { board, accounts } = ports
    if (accounts.videos === undefined) throw new NodeError('No video platform is configured')
    if (board === null) throw new NodeError('The board does not answer')
    if (orgId === null) throw missingOrg()
    const { list } = accounts.videos
    const target = readTargetOf(context, channel)
    const asked = { ...target, ...(playlist === undefined ? {} : { playlist }) }
    const found = new Map<string, ChannelVideo>()
    const pages = readPages(
      'The video platform',
      (cursor) => readPage(() => list({ ...asked, cursor }, signal), context),
      ({ videos }) => videos.length,
    )
    let incomplete = false
    for await (const page of pages) {
      for (const video of page.videos) found.set(video.id, video)
      incomplete = found.size > limit || (found.size === limit && page.next !== null)
      if (incomplete) break
    }
    // The network lists the newest first; cards are made in the order of the videos.
    const videos = [...found.values()].slice(0, limit).reverse()
    const keyOf = ({ id }: ChannelVideo) => `video:${workflowId}:${id}`
    const known = new Set<string>()
    for (let at = 0; at < videos.length; at += keysAtOnce) {
      const keys = videos.slice(at, at + keysAtOnce).map(keyOf)
      for (const { key } of (await board.getKeyedCards({ orgId, keys }, signal)).items) known.add(key)
    }
    const main: WorkflowItem[] = []
    for (const video of videos) {
      const key = keyOf(video)
      if (known.has(key)) continue
      const card = {
        kind: 'task' as const,
        title: (video.title.trim() || video.url).slice(0, 500).toWellFormed(),
        body: video.description.slice(0, maxCardBody),
        tags: ['video'],
        fields: { videoId: video.id, link: video.url, channelId: channel, workflowId },
      }
      const made = await board.createCard({ orgId, ownerId: userId, card, key }, signal)
      if (made.created) main.push(itemOf(video, made.card))
      if (context.due()) await context.yield()
    }
    return { outputs: { main }, incomplete, message: `${main.length} new of ${videos.length}` }
  },
})
