import type { ModelMessage, ModelPart, ModelTool, ModelUsage } from '@atrium/contracts'
import type { ModelAsker } from './ask-model.ts'
import { createGrounds, groundingProblem } from './grounding.ts'
import { ModelError } from './model-error.ts'

/** The character limit of all tool results together. It keeps a call below the prompt limit. */
const longestResults = 90_000
const longestResult = 15_000
/** The token limit if the model's price is unknown. */
const mostTokens = 400_000

export interface AgentTask {
  key: string
  system: string
  content: readonly ModelPart[]
  material: readonly string[]
  channelId: string | undefined
  tools: readonly ModelTool[]
  mostSteps: number
  mostCostUsd: number
  maxTokens: number
  run(name: string, input: unknown, material: readonly string[]): Promise<string>
  onText?: ((soFar: string) => void) | undefined
}

/**
 * Lets a model call tools until it responds with text or reaches a limit. Throws `ModelError`. If
 * no tool has run by then, the calls are refunded.
 */
export async function runAgent(asker: ModelAsker, task: AgentTask): Promise<string> {
  const made: string[] = []
  let acted = false
  const run: AgentTask['run'] = (...call) => {
    acted = true
    return task.run(...call)
  }
  try {
    return await converse(asker, { ...task, run }, made)
  } catch (error) {
    if (error instanceof ModelError && !acted) await asker.refund(made)
    throw error
  }
}

async function converse(asker: ModelAsker, task: AgentTask, made: string[]): Promise<string> {
  const messages: ModelMessage[] = [{ role: 'user', content: [...task.content] }]
  const material = [...task.material]
  const choice = task.channelId === undefined ? {} : { channelId: task.channelId }
  let room = longestResults
  let complained = false
  const before = asker.spend()
  for (let step = 1; step <= task.mostSteps; step += 1) {
    // The last step has no tools, so the model must respond with what it has.
    const tools = step === task.mostSteps ? [] : [...task.tools]
    const { system, maxTokens } = task
    const idempotencyKey = `${task.key}:${step}`
    const answer = await asker.call(
      { choice, system, messages, tools, maxTokens, idempotencyKey },
      task.onText,
    )
    made.push(idempotencyKey)
    if (answer.toolCalls.length === 0 || tools.length === 0) {
      const text = answer.text.trim()
      const problem =
        text === '' ? 'The response is empty' : groundingProblem(createGrounds(...material), text)
      if (problem === undefined) return text
      if (complained) throw new ModelError({ class: 'invalid_output', message: problem })
      complained = true
      messages.push(...(text === '' ? [] : [{ role: 'assistant' as const, text, toolCalls: [] }]), {
        role: 'user',
        content: [
          { text: 'That response cannot be used. Respond again with what the material contains.' },
        ],
      })
      continue
    }
    messages.push({ role: 'assistant', text: answer.text, toolCalls: answer.toolCalls })
    for (const { id, name, input } of answer.toolCalls) {
      const result = (await task.run(name, input, material)).slice(
        0,
        Math.max(200, Math.min(longestResult, room)),
      )
      room -= result.length
      material.push(result)
      messages.push({ role: 'tool', toolCallId: id, name, result: result.toWellFormed() })
    }
    requireBudget(before, asker.spend(), task.mostCostUsd)
  }
  throw new ModelError({
    class: 'invalid_output',
    message: `The agent found no result in ${task.mostSteps} steps`,
  })
}

function requireBudget(
  before: ModelUsage | undefined,
  now: ModelUsage | undefined,
  mostUsd: number,
): void {
  if (now === undefined) return
  const tokens =
    now.inputTokens + now.outputTokens - (before?.inputTokens ?? 0) - (before?.outputTokens ?? 0)
  const cost = now.costUsd === null ? 0 : now.costUsd - (before?.costUsd ?? 0)
  if (cost < mostUsd && tokens < mostTokens) return
  const limit = cost < mostUsd ? `${mostTokens} tokens` : `${mostUsd} USD`
  throw new ModelError({
    class: 'provider_refused',
    message: `The agent reached its limit of ${limit}`,
  })
}
