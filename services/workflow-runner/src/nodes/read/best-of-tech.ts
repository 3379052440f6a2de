import { type Card, maxCardBody, type WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { type BoardEntry, type TechBoard, techBoards } from '../../boards/board-entry.ts'
import {
  freshEntries,
  pickStories,
  postedKeys,
  readQuotas,
  storyKeys,
} from '../../boards/pick-stories.ts'
import { NodeError } from '../../engine/index.ts'
import { createAsker } from '../../models/ask-model.ts'
import { type Judged, judgedResult, judgeItems } from '../../models/each-item.ts'
import { createGrounds, groundingProblem } from '../../models/grounding.ts'
import { dataPart } from '../../models/item-text.ts'
import { ModelError } from '../../models/model-error.ts'
import { createGuidance, modelParams } from '../../models/model-params.ts'
import { PageError } from '../../pages/page-error.ts'
import { askingNode, type ContextOf, defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'
import { listParam } from '../shared-params.ts'

const recentPosts = 500
const shownOfBoard = 10

const Brief = z.strictObject({
  brief: z
    .string()
    .max(1_200)
    .describe('Three sentences: what it is, what is new, for whom it matters'),
})
const task = [
  'You brief the people of an organisation about a page of the tech press, a repository or a product launch.',
  'State only what the page states, in plain words, without praise.',
].join(' ')

const Params = z.object({
  boards: listParam(z.enum(techBoards), /,/, techBoards.length)
    .default([...techBoards])
    .describe('The boards of the digest, as a list or separated by commas'),
  picks: z
    .string()
    .max(200)
    .optional()
    .describe('Picks from each board, for example forum:3,repos:2. At most 10 in total'),
  brief: z
    .boolean()
    .default(false)
    .describe('Asks a model to write a brief of each pick from its page'),
  ...modelParams('writing', 'What your readers want to know'),
})
type Params = z.output<typeof Params>
type Context = ContextOf<'org' | 'boards' | 'board', Params>

export const bestOfTech = defineNode({
  type: 'best_of_tech',
  label: 'Best of tech',
  description:
    'Reads the best entries of tech boards, leaves out what you have posted, and files a digest card',
  category: 'ingest',
  keywords: [
    'news',
    'hacker news',
    'github',
    'product hunt',
    'trending',
    'technology',
    'digest',
    'AI',
  ],
  ...askingNode,
  mode: 'hybrid',
  outputs: ['main', 'picks'],
  params: Params,
  emits: emitted({
    title: field.text('Title', 'Best of tech, 2026-05-04'),
    url: common.url,
    summary: field.text('Summary', 'A parser that reads every format.'),
    tags: common.tags,
    rawContent: common.rawContent,
    board: field.text('Board', 'forum'),
    score: field.number('Points', 312),
    discussionUrl: field.url('Link to the discussion', 'https://forum.example/item?id=1'),
    publishedAt: field.date('Published at', '2026-05-04T08:00:00.000Z'),
    contentType: common.contentType,
    brief: field.text('Brief', 'Three stories about faster parsers.'),
    taskId: common.taskId,
    entries: field.number('Stories', 12),
    picks: field.number('Picked stories', 3),
    alreadyPosted: field.number('Already posted', 1),
  }),
  needs: ['org', 'board', 'boards'],
  available: () => true,
  check({ picks = '' }) {
    const problem = readQuotas(picks)
    return typeof problem === 'string'
      ? [{ code: 'invalid_params', path: 'picks', message: problem }]
      : []
  },
  async execute(_items, params, context) {
    const { ports, signal } = context
    const quotas = readQuotas(params.picks ?? '')
    if (typeof quotas === 'string') throw new NodeError(quotas)
    const posted = postedKeys(await findRecentPosts(context))
    const wanted = [...new Set([...params.boards, ...quotas.map(({ board }) => board)])]
    const sections = await Promise.all(
      wanted.map(async (board): Promise<Section> => {
        const read = await ports.boards.read(board, { now: context.now(), signal })
        if ('unavailable' in read)
          return { board, fresh: [], alreadyPosted: 0, unavailable: read.unavailable }
        return { board, ...freshEntries(read.entries, posted), unavailable: null }
      }),
    )
    const picked = pickStories(
      Object.fromEntries(sections.map(({ board, fresh }) => [board, fresh])),
      quotas,
    )
    const items = picked.map(toItem)
    // The node creates its own items, so all of them share one set of parameters.
    const { briefs, spend } = await readBriefs(items, { ...context, paramsFor: () => params })
    const picks = items.map((item, at) => {
      const brief = briefs.results[at]
      return brief === undefined
        ? item
        : { ...item, json: { ...item.json, brief, rawContent: brief } }
    })
    const digest = await fileDigest(sections, picks, context)
    const alreadyPosted = sections.reduce((sum, section) => sum + section.alreadyPosted, 0)
    const away = sections.filter(({ unavailable }) => unavailable !== null)
    const entries = sections.reduce((sum, { fresh }) => sum + fresh.length, 0)
    const main: WorkflowItem[] = [
      {
        externalId: digest.id,
        source: { scheme: 'board' },
        json: {
          title: digest.title,
          rawContent: digest.body,
          tags: digest.tags,
          taskId: digest.id,
          entries,
          picks: picks.length,
          alreadyPosted,
        },
      },
    ]
    const notes = [
      `${entries} entries, ${picks.length} picks, ${alreadyPosted} posted already`,
      ...away.map(({ board, unavailable }) => `${board}: ${unavailable}`),
    ]
    return judgedResult(briefs, { items: picks, outputs: { main, picks }, spend, notes })
  },
})

interface Section {
  board: TechBoard
  fresh: BoardEntry[]
  alreadyPosted: number
  unavailable: string | null
}

async function findRecentPosts({ orgId, userId, ports, signal }: Context): Promise<Card[]> {
  const order = { sortBy: 'updatedAt', sortDir: 'desc', limit: recentPosts } as const
  return (await ports.board.searchCards({ orgId, ownerId: userId, kind: 'post', ...order }, signal))
    .items
}

function toItem(entry: BoardEntry): WorkflowItem {
  const { board, title, url, discussionUrl, score, summary, createdAt } = entry
  return {
    externalId: storyKeys(entry)[0] ?? `${board} ${entry.id}`,
    source: { scheme: 'tech', host: board },
    json: {
      title,
      summary,
      tags: ['tech', board],
      rawContent: summary,
      board,
      score,
      discussionUrl,
      publishedAt: createdAt,
      url,
      contentType: 'text/html',
    },
  }
}

// A pick stays without a brief if its page cannot be read, because a title alone is not enough for
// one.
async function readBriefs(items: readonly WorkflowItem[], context: Context) {
  const { ports, orgId, signal } = context
  const { pages } = ports
  const none: Judged<string> = { results: [], failures: [], ended: undefined }
  if (!context.paramsFor(0).brief || items.length === 0) return { briefs: none, spend: undefined }
  if (pages === null) throw new NodeError('Reading pages is not set up on this installation')
  // The digest is filed even if the user has no model.
  if (ports.models === null) {
    const ended = new ModelError({ class: 'no_model', message: 'No language model is connected' })
    return { briefs: { ...none, ended }, spend: undefined }
  }
  const asker = createAsker(context, 'analyze_content')
  const findGuidance = createGuidance(context, 'writing')
  const briefs = await judgeItems(
    items,
    context,
    async (item, at) => {
      const { url, title } = item.json
      const page = await pages
        .read(String(url), { lane: orgId, signal })
        .catch((error: unknown) => {
          if (!(error instanceof PageError)) throw error
          throw new ModelError({ class: 'provider_refused', message: error.message })
        })
      const grounds = createGrounds(page.title, page.text, String(url), String(title))
      const { brief } = await asker.ask({
        key: `${context.idempotencyKey(0)}:brief:${at}`,
        task,
        guidance: await findGuidance(0),
        material: [
          dataPart('entry', `${title}\n${url}`),
          dataPart('page', `${page.title}\n\n${page.text}`, 30_000),
        ],
        answer: Brief,
        channelId: context.paramsFor(0).model,
        maxTokens: 600,
        check: (answer) =>
          answer.brief.trim() === ''
            ? 'The brief is empty'
            : groundingProblem(grounds, answer.brief),
      })
      return brief.trim()
    },
    { indexOf: () => -1 },
  )
  return { briefs, spend: asker.spend() }
}

// A node has one digest card per day. A later run on that day overwrites it.
async function fileDigest(
  sections: readonly Section[],
  picks: readonly WorkflowItem[],
  { orgId, userId, workflowId, nodeId, ports, now, signal }: Context,
): Promise<Card> {
  const day = new Date(now()).toISOString().slice(0, 10)
  const line = ({ title, url, score }: { title: unknown; url: unknown; score: unknown }) =>
    `- [${title}](${url}) (${score})`
  const lines = sections.flatMap(({ board: name, fresh, unavailable }) => [
    `## ${name}`,
    ...(unavailable === null ? fresh.slice(0, shownOfBoard).map(line) : [unavailable]),
    '',
  ])
  const picked = picks.flatMap(({ json }) => [
    line({ title: json['title'], url: json['url'], score: json['board'] }),
    ...(typeof json['brief'] === 'string' ? [`  ${json['brief']}`] : []),
  ])
  const body = [...(picked.length === 0 ? [] : ['## Picks', ...picked, '']), ...lines]
    .join('\n')
    .trim()
  const card = {
    kind: 'digest' as const,
    title: `Best of tech, ${day}`,
    tags: ['digest', 'tech'],
    body: body.slice(0, maxCardBody).toWellFormed(),
    fields: { workflowId, boards: sections.map((section) => section.board) },
  }
  const key = `digest:${workflowId}:${nodeId}:${day}`
  return (
    await ports.board.createCard(
      { orgId, ownerId: userId, card, key, onExisting: 'update' },
      signal,
    )
  ).card
}
