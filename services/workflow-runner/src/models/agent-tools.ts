import { AppError, type Card, canonicalUrl, type ModelTool, maxCardBody } from '@atrium/contracts'
import { z } from 'zod'
import type { NodeContext } from '../engine/index.ts'
import type { NodePorts } from '../nodes/ports.ts'
import { PageError } from '../pages/page-error.ts'
import { createGrounds } from './grounding.ts'

export const agentTools = ['scrape', 'create_task', 'search_cards', 'search_customers'] as const
export type AgentTool = (typeof agentTools)[number]

const longestPage = 12_000
const hits = 10
const shownBody = 500

const q = z.string().trim().min(1).max(200).describe('Words to look for')
const inputs = {
  scrape: z.strictObject({
    url: z.string().max(2_048).describe('An address of the task or of its item'),
  }),
  // Models add fields and omit the text.
  create_task: z.object({
    title: z.string().trim().min(1).max(300),
    body: z.string().max(20_000).default('').describe('What is to be done and why'),
  }),
  search_cards: z.strictObject({ q }),
  search_customers: z.strictObject({ q }),
} as const satisfies Record<AgentTool, z.ZodObject>

const about: Readonly<Record<AgentTool, string>> = {
  scrape: 'Reads the text of a web page if the task or its item names the address',
  create_task: 'Creates a card on the board if the task asks for one',
  search_cards: 'Finds the organisation’s cards by words',
  search_customers: 'Finds the organisation’s customers by words',
}

export const toolsFor = (names: readonly AgentTool[]): ModelTool[] =>
  names.map((name) => ({
    name,
    description: about[name],
    input: z.toJSONSchema(inputs[name], { io: 'input' }) as Record<string, unknown>,
  }))

export interface ToolBounds {
  names: readonly AgentTool[]
  addresses: readonly string[]
  mostCards: number
  key: string
}

export interface ToolStep {
  tool: string
  input: unknown
  outcome: 'done' | 'refused'
  note: string
}

class Refusal extends Error {}

type Context = NodeContext<NodePorts> & { orgId: string }

const addressKey = (text: string): string | undefined =>
  URL.canParse(text) ? canonicalUrl(text) : undefined

/**
 * Creates a model's tools. The graph and the item decide about the allowed names, addresses and
 * cards. The model's input cannot add to them.
 */
export function createToolbox(context: Context, bounds: ToolBounds) {
  const { orgId, userId, ports, signal } = context
  const allowed = new Set(bounds.addresses.flatMap((address) => addressKey(address) ?? []))
  const steps: ToolStep[] = []
  const cards: string[] = []

  const runs: Readonly<
    Record<AgentTool, (input: unknown, material: readonly string[]) => Promise<string>>
  > = {
    async scrape(input) {
      const { url } = inputs.scrape.parse(input)
      const key = addressKey(url)
      if (key === undefined || !allowed.has(key))
        throw new Refusal('The task and its item do not name this address')
      if (ports.pages === null)
        throw new Refusal('Reading pages is not set up on this installation')
      const { title, text } = await ports.pages.read(url, { lane: orgId, signal })
      return `${title}\n\n${text.slice(0, longestPage)}`
    },
    async create_task(input, material) {
      const { title, body } = inputs.create_task.parse(input)
      if (ports.board === null) throw new Refusal('The board does not respond')
      if (cards.length >= bounds.mostCards)
        throw new Refusal(`The task allows at most ${bounds.mostCards} cards`)
      const [unknown] = createGrounds(...material).unknownIn(`${title}\n${body}`)
      if (unknown !== undefined)
        throw new Refusal(`The material does not contain "${unknown.slice(0, 120)}"`)
      const card = {
        kind: 'task' as const,
        title,
        body: body.slice(0, maxCardBody),
        fields: { workflowId: context.workflowId },
      }
      const key = `${bounds.key}:card:${cards.length}`
      const made = await ports.board.createCard({ orgId, ownerId: userId, card, key }, signal)
      cards.push(made.card.id)
      return `The card was created: ${made.card.id}`
    },
    async search_cards(input) {
      if (ports.board === null) throw new Refusal('The board does not respond')
      const found = await ports.board.searchCards(
        { orgId, q: inputs.search_cards.parse(input).q, limit: hits },
        signal,
      )
      return JSON.stringify(found.items.map(shownCard))
    },
    async search_customers(input) {
      if (ports.searchInvoicing === null) throw new Refusal('Invoicing does not respond')
      const found = await ports.searchInvoicing(
        { orgId, userId, q: inputs.search_customers.parse(input).q },
        signal,
      )
      const customers = found.items.filter(({ type }) => type === 'customer').slice(0, hits)
      return JSON.stringify(
        customers.map(({ id, title, subtitle }) => ({ id, name: title, about: subtitle })),
      )
    },
  }
  const isOffered = (name: string): name is AgentTool => bounds.names.some((each) => each === name)

  return {
    steps,
    cards,
    /**
     * Returns the result for the model. A refusal is a result, too. Throws an error if the model's
     * call did not cause it.
     */
    async run(name: string, input: unknown, material: readonly string[]): Promise<string> {
      const note = (outcome: ToolStep['outcome'], words: string): string => {
        steps.push({ tool: name.slice(0, 64), input, outcome, note: words.slice(0, 300) })
        return words
      }
      if (!isOffered(name)) return note('refused', 'Refused: the task does not allow this tool')
      try {
        return note('done', await runs[name](input, material))
      } catch (error) {
        const reason = toReason(error)
        if (reason === undefined) throw error
        return note('refused', `Refused: ${reason}`)
      }
    },
  }
}

function toReason(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof PageError) return error.message
  if (error instanceof z.ZodError) return 'The input is not valid'
  const ours =
    error instanceof AppError && error.kind !== 'unavailable' && error.kind !== 'internal'
  return ours ? error.message : undefined
}

const shownCard = ({ id, kind, title, status, dueDate, dueAllDay, dueOn, body }: Card) => ({
  id,
  kind,
  title,
  status,
  dueDate: dueAllDay ? dueOn : dueDate,
  body: body.slice(0, shownBody),
})

export const addressesIn = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/[^\s<>"'`)\]}]{1,2000}/giu)].map(([found]) =>
    found.replace(/[.,;:!?]{1,5}$/, ''),
  )
