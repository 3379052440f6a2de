import {
  AppError,
  creditsOfSpeech,
  type ModelUsage,
  type SpeakInput,
  type SpeechOutcome,
  speechPriceUsd,
} from '@atrium/contracts'
import pLimit from 'p-limit'
import pRetry from 'p-retry'
import { type CallEnd, callOnce } from '../calls/call-once.ts'
import { type Attempt, releaseCredits, reserveCredits } from '../calls/charge.ts'
import { failed, failureOfModel, modelErrorIn, modelFailure } from '../calls/failure.ts'
import { ModelError } from '../calls/model-error.ts'
import type { Deps } from '../deps.ts'
import {
  defaultVoice,
  type SpeechSettings,
  type Spoken,
  speakPart,
  speechModel,
} from './speech-client.ts'
import { splitText } from './split-text.ts'
import { storeRecording } from './store-recording.ts'
import { encodeWav } from './wav.ts'

const longestPart = 2_500
const partsAtOnce = 3
const longestCallMs = 150_000
/** No part is retried after this time, so the call ends in time. */
const longestMs = 90_000

/**
 * Converts a text to a recording in a public asset, once per idempotency key. Failures are returned
 * as outcomes and cost nothing.
 */
export async function speak(deps: Deps, input: SpeakInput): Promise<SpeechOutcome> {
  const { orgId, userId, text, voice = defaultVoice, idempotencyKey } = input
  const { apiKey } = deps.speech
  if (apiKey === undefined) {
    const message = 'Reading aloud is not configured, because the speech provider has no key'
    return failed(modelFailure('not_configured', message))
  }
  return callOnce<SpeechOutcome>(
    deps,
    {
      orgId,
      kind: 'speech',
      idempotencyKey,
      content: [userId, text, voice],
      longestMs: longestCallMs,
    },
    () =>
      failed(modelFailure('unavailable', 'The same text is already being read', { retryAfter: 5 })),
    (attempt) => record(deps, { ...input, voice }, { ...deps.speech, apiKey }, attempt),
  )
}

async function record(
  deps: Deps,
  { orgId, userId, text, voice, idempotencyKey, origin }: SpeakInput & { voice: string },
  settings: SpeechSettings & { apiKey: string },
  attempt: Attempt,
): Promise<CallEnd<SpeechOutcome>> {
  // The provider charges at most one credit per character.
  const most = creditsOfSpeech([...text].length, settings.usdPerCredit)
  const reserved = deps.models.metering
    ? await reserveCredits(deps, {
        orgId,
        userId,
        credits: most,
        origin,
        model: speechModel,
        attempt,
      })
    : undefined
  if (reserved !== undefined && 'failure' in reserved) {
    return { outcome: failed(reserved.failure), keep: false }
  }
  const until = performance.now() + longestMs
  const took = { calls: 0, credits: 0 }
  const toUsage = (credits: number): ModelUsage => ({
    model: speechModel,
    provider: 'speech',
    inputTokens: 0,
    outputTokens: 0,
    calls: took.calls,
    costUsd: speechPriceUsd(took.credits, settings.usdPerCredit),
    credits,
  })
  try {
    const parts = splitText(text, longestPart)
    const spoken = await speakAll(parts, async (part) => {
      const answer = await spokenPart(deps, settings, { text: part, voice, until })
      took.calls += 1
      took.credits += answer.credits ?? [...part].length
      return answer
    })
    const bytes = joinRecordings(spoken)
    const asset = await storeRecording(deps, { orgId, name: `speech:${idempotencyKey}`, bytes })
    const charge =
      reserved === undefined
        ? undefined
        : {
            ...reserved,
            credits: Math.min(most, creditsOfSpeech(took.credits, settings.usdPerCredit)),
          }
    return {
      outcome: { outcome: 'spoken', asset, usage: toUsage(charge?.credits ?? 0) },
      keep: true,
      charge,
    }
  } catch (thrown) {
    if (reserved !== undefined) await releaseCredits(deps, { orgId, ...reserved })
    // Parts that were spoken are counted even if a later part or the storage fails.
    const spent = took.calls === 0 ? null : toUsage(0)
    return { outcome: failed(failureOfModel(speechError(thrown), true), spent), keep: false }
  }
}

/**
 * Speaks all parts. After a failure no further part starts. The running parts finish first, because
 * the provider charges for them.
 */
async function speakAll(
  parts: readonly string[],
  speakOne: (part: string) => Promise<Spoken>,
): Promise<Spoken[]> {
  const limit = pLimit(partsAtOnce)
  let failure: { error: unknown } | undefined
  const spoken = await Promise.all(
    parts.map((part) =>
      limit(async () => {
        if (failure !== undefined) return undefined
        return speakOne(part).catch((error: unknown) => {
          failure ??= { error }
          return undefined
        })
      }),
    ),
  )
  if (failure !== undefined) throw failure.error
  return spoken.filter((one) => one !== undefined)
}

/** Joins all parts to one file. Throws `ModelError` if the parts have different audio formats. */
function joinRecordings(spoken: readonly Spoken[]): Buffer {
  const forms = new Set(spoken.map(({ form }) => JSON.stringify(form)))
  if (forms.size > 1) {
    const message = 'The speech provider returned the text in several formats'
    throw new ModelError('provider_refused', message)
  }
  return encodeWav(Buffer.concat(spoken.map(({ samples }) => samples)), spoken[0]?.form)
}

/** Storing can fail too, because the file store may be unavailable. */
const speechError = (error: unknown): ModelError =>
  error instanceof AppError && error.kind === 'unavailable'
    ? new ModelError('unavailable', 'The recording cannot be stored right now. Try again.', {
        retryAfter: 30,
      })
    : modelErrorIn(error)

const spokenPart = (
  { networkClient, now }: Pick<Deps, 'networkClient' | 'now'>,
  settings: SpeechSettings & { apiKey: string },
  { until, ...part }: { text: string; voice: string; until: number },
): Promise<Spoken> =>
  pRetry(() => speakPart(networkClient, settings, { ...part, now: now() }), {
    retries: 2,
    minTimeout: 500,
    shouldRetry: ({ error }) =>
      error instanceof ModelError &&
      error.transient &&
      (error.retryAfter ?? 0) <= 1 &&
      performance.now() < until,
  })
