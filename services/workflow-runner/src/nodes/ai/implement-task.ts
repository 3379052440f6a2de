import type { AgentRun, Card, WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { missingField, NodeError, ownText, PassingError } from '../../engine/index.ts'
import { actedResult, attemptItems } from '../act-on-items.ts'
import { type ContextOf, defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'

const mostRuns = 100
const mostPrompt = 100_000

const Params = z.object({
  taskId: z.string().max(200).optional().describe('The card. By default, the item’s own'),
  prompt: z
    .string()
    .max(mostPrompt)
    .optional()
    .describe('What the agent reads. By default, the card’s title and text'),
  workspace: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The workspace of the agent. By default, any agent of the person'),
})
type Params = z.output<typeof Params>
type Context = ContextOf<'org', Params>

/** Stored while the node is parked, because no agent received these items. */
const Refusals = z.array(
  z.object({
    at: z.number(),
    message: z.string(),
    fix: z.object({ label: z.string(), href: z.string() }).nullable(),
    passing: z.boolean().optional(),
  }),
)

/**
 * Throws `NodeError` if the organisation has no such card. A parameter or an item may have made up
 * the id.
 */
async function getCard(context: Context, taskId: string) {
  if (context.ports.board === null) throw new PassingError('The board does not respond')
  const { items } = await context.ports.board.getCards(
    { orgId: context.orgId, ids: [taskId] },
    context.signal,
  )
  const [card] = items
  if (card === undefined) throw new NodeError(`The card ${taskId} does not exist`)
  return card
}

function buildPrompt(card: Pick<Card, 'title' | 'body'>): string {
  const prompt = [card.title, card.body].filter((text) => text.trim() !== '').join('\n\n')
  if (prompt === '') throw new NodeError('The card has no title and no text. Enter a title.')
  return prompt.slice(0, mostPrompt)
}

// Colleagues can read this text, so it contains no command output from the user's machine.
const describeRun = ({ status, agent }: AgentRun): string => {
  const by = agent === null ? '' : ` by ${agent.name} on ${agent.host}`
  return `The agent’s run ${status === 'lost' ? 'was lost' : status}${by}`
}
const toPage = ({ id }: AgentRun): string => `/agent-tasks/${id}`

export const implementTask = defineNode({
  type: 'implement_task',
  label: 'Implement a card',
  description: 'Gives a card to an agent on the person’s own machine and waits until it finishes',
  category: 'act',
  keywords: ['AI', 'agent', 'code', 'developer', 'programming', 'card', 'task', 'automate'],
  params: Params,
  emits: emitted({
    taskId: common.taskId,
    agentRunId: field.id('Agent task', 'arun_01k2m8f3q7'),
    result: field.text('Result', '3 files changed'),
  }),
  // The work goes to the user's own agents.
  usesPersonsRights: true,
  needs: ['org'],
  async execute(items, _params, context) {
    const { orgId, userId, runId, nodeId, ports } = context
    if (items.length === 0) return { outputs: { main: [] } }
    if (items.length > mostRuns)
      throw new NodeError(`An agent can get at most ${mostRuns} cards at once`)
    if (context.parked === null) {
      const { refusals } = await attemptItems(items, context, async (item, place, params) => {
        const taskId = params.taskId ?? (ownText(item.json, 'taskId') || undefined)
        const card = taskId === undefined ? undefined : await getCard(context, taskId)
        const prompt = params.prompt ?? (card === undefined ? undefined : buildPrompt(card))
        if (prompt === undefined) throw missingField('taskId')
        const { workspace } = params
        const input = {
          kind: 'implement' as const,
          prompt,
          taskId,
          ...(workspace === undefined ? {} : { workspace }),
        }
        await ports.agentRuns.queue({ orgId, userId }, input, { runId, nodeId, place })
      })
      if (refusals.length === items.length)
        return actedResult([], refusals, { count: items.length })
      return { park: { message: 'Waits for an agent', state: refusals } }
    }
    const ends = await ports.agentRuns.ends(orgId, runId, nodeId)
    const main: WorkflowItem[] = []
    const refusals = Refusals.parse(context.parked.state ?? [])
    const refused = new Set(refusals.map(({ at }) => at))
    const failed: { run: AgentRun | undefined; words: string }[] = []
    for (const [place, item] of items.entries()) {
      if (refused.has(place)) continue
      const run = ends.get(place)
      const words = run === undefined ? 'The agent’s run was deleted' : describeRun(run)
      if (run?.taskId != null && ports.board !== null) {
        const entry = { kind: 'system', body: `${words}: ${toPage(run)}` }
        const author = { type: 'agent' as const, id: run.agent?.id ?? context.workflowId }
        const key = context.idempotencyKey(place)
        await ports.board.appendTimeline(
          { orgId, taskId: run.taskId, entry, author, key },
          context.signal,
        )
      }
      if (run?.status !== 'succeeded') failed.push({ run, words })
      else {
        const outcome = { agentRunId: run.id, result: run.result }
        const about = run.taskId === null ? {} : { taskId: run.taskId }
        main.push(context.derive(item, { json: { ...item.json, ...about, ...outcome } }))
      }
    }
    const [first] = failed
    if (first !== undefined && main.length === 0) {
      const fix = first.run && { label: 'Open the agent task', href: toPage(first.run) }
      throw new NodeError(first.words, fix === undefined ? {} : { fix })
    }
    const message =
      first === undefined
        ? 'Done by an agent'
        : `${failed.length} of ${items.length}: ${first.words}`
    return actedResult(main, refusals, { count: items.length, notes: [message] })
  },
})
