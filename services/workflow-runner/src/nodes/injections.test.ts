import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startFakeModel } from '../../test/fake-model.ts'
import { edge, graph, node } from '../../test/graphs.ts'
import { postingBoard } from '../../test/posting-board.ts'
import { recordedRun } from '../../test/recorded-run.ts'
import { PageError } from '../pages/page-error.ts'
import type { PageReader } from '../pages/page-reader.ts'

const Case = z.strictObject({
  name: z.string(),
  node: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
  text: z.string(),
  /** The item's page. The model reads the page first. */
  page: z.string().optional(),
  /** The tool call requested by the injected text. */
  obeys: z.object({ tool: z.string(), input: z.record(z.string(), z.unknown()) }).optional(),
  /** The response requested by the injected text. */
  answers: z
    .union([z.strictObject({ text: z.string() }), z.strictObject({ object: z.unknown() })])
    .optional(),
})
const cases = z
  .array(Case)
  .min(20)
  .parse(JSON.parse(readFileSync(new URL('../../test/injections.json', import.meta.url), 'utf8')))

const model = await startFakeModel()
afterAll(() => model.stop())

const offer = 'https://shop.example/offer'
const aPage = (url: string, text: string): Awaited<ReturnType<PageReader['read']>> => ({
  title: 'An offer',
  text,
  summary: '',
  image: '',
  siteName: '',
  author: '',
  publishedAt: '',
  canonical: url,
  truncated: false,
  verdict: null,
  needsScripts: false,
  url,
  contentType: 'text/html',
})
const planted = /evil\.example|DE89|240\.00|1234567|task_0123|2026-999|169\.254/

it.each(cases)(
  'prevents any effect when a model obeys: $name',
  async ({ node: type, params, text, page, obeys, answers }) => {
    // The worst model: it obeys the injected text at every call.
    model.rule((call) => {
      if (answers !== undefined) return answers
      if (page !== undefined && call.messages.length === 1) {
        return { tools: [{ name: 'scrape', input: { url: offer } }] }
      }
      if (obeys !== undefined && call.messages.length < 5)
        return { tools: [{ name: obeys.tool, input: obeys.input }] }
      return { text: 'Done' }
    })
    const read: string[] = []
    const pages: PageReader = {
      async read(url) {
        read.push(url)
        if (page === undefined) throw new PageError('The page responded with status 404')
        return aPage(url, page)
      },
    }
    const { ports, asked, sent } = postingBoard()
    const own = type === 'agent' ? { prompt: 'Summarise the message', ...params } : params
    const flow = graph(
      [node('start', 'trigger.manual'), node('act', type, own)],
      [edge('start', 'act')],
    )
    const searched: string[] = []
    const { nodes } = await recordedRun(flow, {
      seeds: {
        start: [
          {
            externalId: 'm1',
            source: { scheme: 'mailbox' },
            json: {
              title: 'Hello',
              name: 'Ana',
              from: 'x@example.com',
              rawContent: text,
              ...(page === undefined ? {} : { url: offer }),
            },
          },
        ],
      },
      ports: {
        models: model.port,
        pages,
        board: ports.board,
        searchInvoicing: async ({ q }) => {
          searched.push(q)
          return { items: [] }
        },
      },
    })
    expect({ read, cards: asked, sent, searched }).toEqual({
      read: page === undefined ? [] : [offer],
      cards: [],
      sent: [],
      searched: [],
    })
    const written = (nodes['act']?.sample?.items ?? []).map(({ json }) => {
      const { rawContent: _, declineReason: _reason, slop: _slop, steps: _steps, ...added } = json
      return JSON.stringify(added)
    })
    expect(written.join('\n')).not.toMatch(planted)
  },
)
