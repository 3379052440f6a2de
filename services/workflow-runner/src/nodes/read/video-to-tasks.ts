import { type ChannelVideo, maxCardBody, type WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { createAsker } from '../../models/ask-model.ts'
import { type Judged, judgedResult, judgeItems } from '../../models/each-item.ts'
import { createGrounds, groundingProblem } from '../../models/grounding.ts'
import { groundsOfItem, toMaterial } from '../../models/item-text.ts'
import { createGuidance, modelParams } from '../../models/model-params.ts'
import { keyedCards } from '../cards.ts'
import { connector, toReadTarget } from '../connector.ts'
import { askingNode, type ContextOf, defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'
import { readPages } from './read-pages.ts'

const mostVideos = 5_000

const toItem = (video: ChannelVideo): WorkflowItem => ({
  externalId: video.id,
  source: { scheme: 'video' },
  json: {
    title: video.title,
    rawContent: video.description,
    publishedAt: video.publishedAt,
    pictureUrl: video.pictureUrl,
    videoId: video.id,
    url: video.url,
    contentType: 'video',
  },
})

const Extract = z.strictObject({
  summary: z.string().max(1_500).describe('What the video is about, in two sentences'),
  points: z
    .array(z.string().max(300))
    .max(12)
    .describe('What the description announces or asks to do'),
  links: z
    .array(z.string().max(2_048))
    .max(20)
    .describe('The addresses of the description that matter'),
})
type Extract = z.output<typeof Extract>

const task = [
  'You read the title and the description of a video and take out what a person needs to follow it up.',
  'Leave out advertising, sponsors and links to profiles.',
].join(' ')

const Params = z.object({
  connector: connector('The channel of the video platform'),
  playlist: z
    .string()
    .trim()
    .regex(/^[\w-]{1,100}$/, { error: 'Enter the playlist ID from its web address' })
    .optional()
    .describe('The id of a playlist. By default, the channel’s uploads'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(mostVideos)
    .default(200)
    .describe('The most videos in one run'),
  extract: z
    .boolean()
    .default(false)
    .describe('Asks a model for summary, points and links of each description'),
  ...modelParams('extraction', 'What you look for in videos'),
})
type Context = ContextOf<'org' | 'board' | 'videos', z.output<typeof Params>>

export const videoToTasks = defineNode({
  type: 'video_to_tasks',
  label: 'Videos to cards',
  description: 'Creates one card for each new video of a channel or a playlist',
  category: 'ingest',
  keywords: ['youtube', 'video', 'playlist', 'channel', 'card', 'task'],
  ...askingNode,
  mode: 'hybrid',
  params: Params,
  emits: emitted({
    title: field.text('Title', 'Rolls in ten minutes'),
    rawContent: field.text('Description', 'How we bake rolls before sunrise.'),
    publishedAt: field.date('Published at', '2026-05-04T08:00:00.000Z'),
    pictureUrl: field.url('Picture', 'https://video.example/rolls.jpg'),
    videoId: field.id('Video ID', 'dQw4w9'),
    taskId: common.taskId,
    summary: field.text('Summary', 'A baker shows how rolls are shaped and baked.'),
    points: field.list('To do', ['Order the new flour']),
    links: field.list('Links', ['https://mill.example/flour']),
    url: field.url('Link to the video', 'https://video.example/watch?v=dQw4w9'),
    contentType: field.text('Content type', 'video'),
  }),
  needs: ['org', 'board', 'videos'],
  available: () => true,
  async execute(_items, params, context) {
    const { orgId, userId, workflowId, ports, signal } = context
    const { board } = ports
    const { videos, incomplete } = await readVideos(params, context)
    const toKey = ({ id }: ChannelVideo) => `video:${workflowId}:${id}`
    const existingCards = await keyedCards(board, orgId, videos.map(toKey), signal)
    const fresh = videos.filter((video) => !existingCards.has(toKey(video)))
    const items = fresh.map(toItem)
    // The node creates its own items, so all of them share one set of parameters.
    const { judged, spend } = await extracts(items, { ...context, paramsFor: () => params })
    const main: WorkflowItem[] = []
    for (const [at, video] of fresh.entries()) {
      const extract = judged.results[at]
      // If the extract failed, the video waits for the next run.
      if (params.extract && extract === undefined) continue
      const card = {
        kind: 'task' as const,
        title: (video.title.trim() || video.url).slice(0, 500).toWellFormed(),
        body: buildBody(video, extract).slice(0, maxCardBody),
        tags: ['video'],
        fields: { videoId: video.id, link: video.url, channelId: params.connector, workflowId },
      }
      const made = await board.createCard(
        { orgId, ownerId: userId, card, key: toKey(video) },
        signal,
      )
      const item = items[at]
      if (made.created && item !== undefined) {
        const { url, contentType, ...json } = item.json
        const own = { ...json, ...extract, taskId: made.card.id, url, contentType }
        main.push({ ...item, json: own })
      }
      if (context.due()) await context.yield()
    }
    const notes = [`${main.length} new of ${videos.length}`]
    return judgedResult(judged, { items, outputs: { main }, spend, notes, incomplete })
  },
})

async function readVideos(
  { connector: channel, playlist, limit }: z.output<typeof Params>,
  context: Context,
) {
  const { videos } = context.ports.accounts
  const asked = {
    ...toReadTarget(context, channel),
    ...(playlist === undefined ? {} : { playlist }),
  }
  const found = new Map<string, ChannelVideo>()
  const list = (cursor: string | null) => videos.list({ ...asked, cursor }, context.signal)
  let incomplete = false
  for await (const page of readPages('The video platform', list, context)) {
    for (const video of page.videos) found.set(video.id, video)
    incomplete = found.size > limit || (found.size === limit && page.next !== null)
    if (incomplete) break
  }
  // The network lists the newest video first. Cards are created oldest first.
  return { videos: [...found.values()].slice(0, limit).reverse(), incomplete }
}

async function extracts(items: readonly WorkflowItem[], context: Context) {
  const { extract, model } = context.paramsFor(0)
  const none: Judged<Extract> = { results: [], failures: [], ended: undefined }
  if (!extract || items.length === 0) return { judged: none, spend: undefined }
  const asker = createAsker(context, 'extract_urls')
  const findGuidance = createGuidance(context, 'extraction')
  const judged = await judgeItems(
    items,
    context,
    async (item, at) => {
      const grounds = createGrounds(...groundsOfItem(item))
      return asker.ask({
        key: `${context.idempotencyKey(0)}:video:${at}`,
        task,
        guidance: await findGuidance(0),
        material: toMaterial(item),
        answer: Extract,
        channelId: model,
        maxTokens: 1_500,
        check: ({ summary, points, links }) =>
          groundingProblem(grounds, summary, ...points, ...links),
      })
    },
    { indexOf: () => -1 },
  )
  return { judged, spend: asker.spend() }
}

function buildBody({ description }: ChannelVideo, extract: Extract | undefined): string {
  if (extract === undefined) return description
  const { summary, points, links } = extract
  const lists = [...points.map((point) => `- [ ] ${point}`), ...links.map((link) => `- ${link}`)]
  return [summary, lists.join('\n'), description].filter((part) => part.trim() !== '').join('\n\n')
}
