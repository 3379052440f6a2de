import {
  type CompleteModelInput,
  longestModelAnswer,
  type ModelOutcome,
  type ModelUsage,
} from '@atrium/contracts'
import { type CallEnd, callOnce } from '../calls/call-once.ts'
import { type Attempt, releaseCredits, reserveCredits, settleCredits } from '../calls/charge.ts'
import { failed, failureOfModel, modelErrorIn, modelFailure } from '../calls/failure.ts'
import { ModelError } from '../calls/model-error.ts'
import { invalidateChannel } from '../channels/invalidate-channel.ts'
import { noteUse } from '../channels/note-use.ts'
import type { Deps } from '../deps.ts'
import { askModel } from './ask-model.ts'
import type { ModelAnswer } from './call-model.ts'
import { type ChosenModel, chooseModel } from './choose-model.ts'
import { takeFreeCall } from './free-calls.db.ts'
import { answerChecker, type CheckedAnswer } from './json-answer.ts'
import { findPrice } from './price-table.ts'
import { askedAgain, buildPrompt, type Prompt } from './prompt.ts'
import { createSpend, mostCredits, type Spend } from './spend.ts'
import { createTokenStream } from './token-stream.ts'

/** The outcome is recorded at most this many milliseconds after a call's time limit. */
const recordMs = 15_000

/**
 * Calls a language model once per idempotency key (docs/reference/models.md). A failed call costs
 * nothing, unless the model refused the text. Throws `validation_failed` if the schema cannot be
 * read, and `idempotency_key_reused`.
 */
export async function completeModel(deps: Deps, input: CompleteModelInput): Promise<ModelOutcome> {
  const check = input.schema === undefined ? undefined : answerChecker(input.schema)
  const { orgId, userId, task, choice, origin, system, messages, schema, tools, maxTokens } = input
  // Runs in parallel with inserting the call row. If the call was made before, the choice is not
  // used.
  const choosing = chooseModel(
    deps,
    { orgId, userId },
    { task, channelId: choice.channelId, origin },
  )
  choosing.catch(() => {})
  const underWay = () =>
    failed(modelFailure('unavailable', 'The same request is already running', { retryAfter: 5 }))
  return callOnce<ModelOutcome>(
    deps,
    {
      orgId,
      kind: 'model',
      idempotencyKey: input.idempotencyKey,
      content: [userId, task, choice, system, messages, schema, tools, maxTokens],
      longestMs: input.timeoutMs + recordMs,
    },
    underWay,
    (attempt) => makeCall(deps, { input, check, choosing, attempt }),
  )
}

type Check = ((text: string) => CheckedAnswer) | undefined

async function makeCall(
  deps: Deps,
  {
    input,
    check,
    choosing,
    attempt,
  }: {
    input: CompleteModelInput
    check: Check
    choosing: ReturnType<typeof chooseModel>
    attempt: Attempt
  },
): Promise<CallEnd<ModelOutcome>> {
  const until = performance.now() + input.timeoutMs
  const { orgId, userId, origin } = input
  const choice = await choosing
  if ('failure' in choice) return { outcome: failed(choice.failure), keep: false }
  const { chosen } = choice
  const { freeCallsPerDay } = deps.models
  if (
    chosen.via === 'platform' &&
    !(await takeFreeCall(deps.db, orgId, deps.now(), freeCallsPerDay))
  ) {
    const message = `The free model calls of this day are used up (${freeCallsPerDay} for an organisation); connect an AI account to go on`
    return { outcome: failed(modelFailure('no_model', message)), keep: false }
  }
  const prompt = buildPrompt(input)
  const price = findPrice(deps.models.prices, chosen.model)
  const credits = chosen.via === 'managed' ? mostCredits(input, prompt, price) : 0
  const reserved =
    chosen.via === 'managed'
      ? await reserveCredits(deps, { orgId, userId, credits, origin, model: chosen.model, attempt })
      : undefined
  if (reserved !== undefined && 'failure' in reserved) {
    return { outcome: failed(reserved.failure), keep: false }
  }
  const usage = createSpend(price)
  try {
    const answer = await answered(deps, input, chosen, { prompt, check, usage, until })
    const charge =
      reserved === undefined
        ? undefined
        : { ...reserved, credits: Math.min(credits, usage.credits()) }
    const spent = { ...usage.of(chosen), credits: charge?.credits ?? 0 }
    if (chosen.via === 'channel') await noteUse(deps, chosen.channel)
    return { outcome: completed(chosen, answer, spent), keep: true, charge }
  } catch (thrown) {
    const isCharged = reserved !== undefined && thrown instanceof ModelError && thrown.isCharged
    const paid = isCharged
      ? { ...reserved, credits: Math.min(credits, usage.credits()) }
      : undefined
    if (paid !== undefined) await settleCredits(deps, { orgId, ...paid })
    else if (reserved !== undefined) await releaseCredits(deps, { orgId, ...reserved })
    const error = modelErrorIn(thrown)
    if (error.keyEnded && chosen.via === 'channel') {
      await invalidateChannel(deps, chosen.channel, error.message)
    }
    const spent = usage.calls() === 0 ? null : { ...usage.of(chosen), credits: paid?.credits ?? 0 }
    return { outcome: failed(failureOfModel(error, chosen.via !== 'channel'), spent), keep: false }
  }
}

type Answer = ModelAnswer & { object?: unknown }

const completed = (chosen: ChosenModel, answer: Answer, usage: ModelUsage): ModelOutcome => ({
  outcome: 'completed',
  text: answer.text,
  ...('object' in answer ? { object: answer.object } : {}),
  toolCalls: answer.toolCalls,
  finish: answer.finish,
  usage,
  model: chosen.model,
  via: chosen.via,
  ...(chosen.via === 'channel' ? { channelId: chosen.channel.id } : {}),
})

/**
 * Returns the model's response. Asks again if the response does not match the schema. Throws
 * `ModelError`.
 */
async function answered(
  deps: Deps,
  { tools, maxTokens, schema, streamTo }: CompleteModelInput,
  chosen: ChosenModel,
  { prompt, check, usage, until }: { prompt: Prompt; check: Check; usage: Spend; until: number },
): Promise<Answer> {
  const stream = streamTo === undefined ? undefined : createTokenStream(deps.bus, streamTo)
  const ask = async (asked: Prompt) => {
    const whole = { prompt: asked, schema, tools, maxTokens, stream }
    const answer = await askModel(deps, chosen, whole, until)
    usage.add(answer)
    if (answer.isRefused) {
      const message = 'The model refused this request. Change the text or choose another model.'
      throw new ModelError('provider_refused', message, { isCharged: true })
    }
    if (answer.text.length > longestModelAnswer) {
      throw new ModelError('provider_refused', 'The model’s response is too long to read')
    }
    return answer
  }
  try {
    const first = await ask(prompt)
    // A tool call replaces the text, so there is nothing to check.
    if (check === undefined || first.toolCalls.length > 0) return first
    const checked = check(first.text)
    if ('value' in checked) return { ...first, object: checked.value }
    const second = await ask(askedAgain(prompt, first.text, checked.problem))
    if (second.toolCalls.length > 0) return second
    const again = check(second.text)
    if ('value' in again) return { ...second, object: again.value }
    throw new ModelError('invalid_output', `The model’s response does not match: ${again.problem}`)
  } finally {
    stream?.end()
  }
}
