import { ModelError } from '../calls/model-error.ts'
import type { NetworkClient } from '../network/call-network.ts'
import { NetworkError } from '../network/network-error.ts'
import { wordsIn } from '../network/read-error.ts'
import { scrub } from '../network/sent-secrets.ts'
import { retryAfterSeconds } from '../network/stated-time.ts'
import { withQuery } from '../providers/api.ts'
import { askedForm, decodeWav, type Sound } from './wav.ts'

export interface SpeechSettings {
  baseUrl: string
  /** Undefined if `SPEECH_API_KEY` is unset. */
  apiKey: string | undefined
  usdPerCredit: number
}

export const speechModel = 'eleven_multilingual_v2'
/** Every account at the provider has this voice. */
export const defaultVoice = 'JBFqnCBsd6RMkjVDRZzb'

const longestAnswer = 32 * 1024 * 1024

export interface Spoken extends Sound {
  /** The provider credits of the call, or null if the provider does not state them. */
  credits: number | null
}

/** Converts one part of a text to speech. Throws `ModelError`. */
export async function speakPart(
  client: NetworkClient,
  { baseUrl, apiKey }: SpeechSettings & { apiKey: string },
  { text, voice, now }: { text: string; voice: string; now: Date },
): Promise<Spoken> {
  const base = /\/v\d+$/.test(baseUrl) ? baseUrl : `${baseUrl}/v1`
  const path = `/text-to-speech/${encodeURIComponent(voice)}`
  const url = withQuery(base + path, { output_format: `pcm_${askedForm.rate}` })
  const answer = await client
    .call({
      method: 'POST',
      url,
      headers: { 'xi-api-key': apiKey, accept: '*/*' },
      body: { text, model_id: speechModel },
      file: true,
      longestAnswer,
    })
    .catch((error: unknown) => {
      if (!(error instanceof NetworkError)) throw error
      if (error.code === 'too_large') throw new ModelError('provider_refused', error.message)
      throw new ModelError('unavailable', 'The speech provider cannot be reached', {
        transient: true,
      })
    })
  const { status, headers, json, bytes } = answer
  if (bytes !== undefined) {
    const isSound = /^(audio\/|application\/octet-stream)/.test(
      String(headers['content-type'] ?? ''),
    )
    const sound = isSound ? decodeWav(bytes) : undefined
    if (sound === undefined || sound.samples.length === 0) {
      const message = 'The speech provider returned a format that cannot be stored'
      throw new ModelError('provider_refused', message)
    }
    return {
      ...sound,
      credits: statedCredits(headers['character-cost'] ?? headers['x-credits-used']),
    }
  }
  const words = scrub(
    wordsIn(json, 'detail') ?? `The speech provider responded with status ${status}`,
    [apiKey],
  )
  const retryAfter = retryAfterSeconds(answer, now)
  if (status === 401 || status === 402) throw new ModelError('key_refused', words)
  if (status === 429) throw new ModelError('rate_limited', words, { retryAfter, transient: true })
  if (status >= 500) throw new ModelError('unavailable', words, { retryAfter, transient: true })
  throw new ModelError('provider_refused', words)
}

const statedCredits = (header: string | string[] | undefined): number | null => {
  const stated = Number(header ?? Number.NaN)
  return Number.isFinite(stated) && stated >= 0 ? stated : null
}
