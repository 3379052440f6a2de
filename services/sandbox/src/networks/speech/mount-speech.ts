import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { faultSwitches, mountFaultSwitches } from '../../pages/fault-switches.ts'
import { createFaults } from '../../pages/faults.ts'
import { networkPage } from '../../pages/network-page.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { NetworkEndpoints } from '../network-endpoints.ts'
import { type Watched, watching } from '../with-faults.ts'

/** A speech provider that returns a tone as long as its text. */
export interface SpeechSandbox extends Watched {
  /** Keys with their remaining credits. */
  keys: Map<string, number>
  voices: Set<string>
  /** The texts read aloud. */
  texts: string[]
}

const speechKey = 'sandbox-speech-key'
const keptTexts = 1_000
const longestText = 10_000
/** 16-bit samples per character. */
const samplesPerCharacter = 480

const refusal = (status: string, message: string) => ({ detail: { status, message } })

/** Mounts `POST /speech/v1/text-to-speech/{voice}`, and a page with credits and texts. */
function mount(app: Hono<SandboxEnv>): SpeechSandbox {
  const speech: SpeechSandbox = {
    keys: new Map([[speechKey, 1_000_000]]),
    voices: new Set(['JBFqnCBsd6RMkjVDRZzb', 'harbour-voice']),
    faults: createFaults(),
    calls: [],
    texts: [],
  }
  const watch = watching('speech', speech, () =>
    refusal('system_busy', 'The stand-in fails on request'),
  )
  app.post('/speech/v1/text-to-speech/:voice', (c) =>
    watch(c, () => spoken(c, speech, c.req.param('voice'))),
  )
  app.get('/speech', (c) =>
    c.html(
      networkPage(
        'Speech',
        html`${[...speech.keys].map(([key, left]) => html`<p><code>${key}</code>: ${left} credits</p>`)}
${speech.texts.slice(-20).map((text) => html`<pre>${text}</pre>`)}${faultSwitches('speech', speech.faults)}`,
      ),
    ),
  )
  mountFaultSwitches(app, 'speech', speech.faults)
  return speech
}

async function spoken(
  c: Context<SandboxEnv>,
  speech: SpeechSandbox,
  voice: string,
): Promise<Response> {
  const key = c.req.header('xi-api-key') ?? ''
  const left = speech.keys.get(key)
  if (left === undefined) return c.json(refusal('invalid_api_key', 'Invalid API key'), 401)
  if (!speech.voices.has(voice)) {
    return c.json(
      refusal('voice_not_found', `A voice for the voice_id ${voice} was not found.`),
      404,
    )
  }
  const body: unknown = await c.req.json().catch(() => undefined)
  const text = typeof body === 'object' && body !== null && 'text' in body ? body.text : undefined
  if (typeof text !== 'string' || text.trim() === '') {
    return c.json(
      { detail: [{ loc: ['body', 'text'], msg: 'Field required', type: 'missing' }] },
      422,
    )
  }
  const characters = [...text].length
  if (characters > longestText) {
    return c.json(refusal('max_character_limit_exceeded', 'The text is too long'), 400)
  }
  if (left < characters)
    return c.json(refusal('quota_exceeded', 'This request exceeds your quota'), 401)
  const format = c.req.query('output_format') ?? 'mp3_44100_128'
  const rate = Number(/^pcm_(\d{4,5})$/.exec(format)?.[1] ?? 0)
  if (rate === 0)
    return c.json(refusal('unsupported_output_format', 'The stand-in speaks PCM alone'), 400)
  speech.keys.set(key, left - characters)
  speech.texts.push(text)
  if (speech.texts.length > keptTexts) speech.texts.shift()
  return c.body(hum(characters, rate), 200, {
    'content-type': 'audio/pcm',
    'character-cost': String(characters),
  })
}

function hum(characters: number, rate: number): Uint8Array<ArrayBuffer> {
  const samples = new Int16Array(characters * samplesPerCharacter)
  for (let at = 0; at < samples.length; at += 1) {
    samples[at] = Math.round(Math.sin((at / rate) * 2 * Math.PI * 220) * 8_000)
  }
  return new Uint8Array(samples.buffer)
}

const endpoints: NetworkEndpoints = {
  network: 'speech',
  prefix: 'SPEECH_',
  variables: (sandbox) => ({ SPEECH_API_KEY: speechKey, SPEECH_API_URL: `${sandbox}/speech` }),
}

export const speech = { endpoints, mount }
