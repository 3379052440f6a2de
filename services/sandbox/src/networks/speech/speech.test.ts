import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start-sandbox.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.stop())

const speak = (
  text: unknown,
  { voice = 'harbour-voice', key = 'sandbox-speech-key', format = 'pcm_24000' } = {},
) =>
  fetch(`${sandbox.url}/speech/v1/text-to-speech/${voice}?output_format=${format}`, {
    method: 'POST',
    headers: { 'xi-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })

test('returns a tone as long as the text and charges one credit per character', async () => {
  const answer = await speak('Bread at six.')
  expect([answer.status, answer.headers.get('character-cost')]).toEqual([200, '13'])
  expect((await answer.arrayBuffer()).byteLength).toBe(13 * 480 * 2)
  expect(sandbox.speech.keys.get('sandbox-speech-key')).toBe(1_000_000 - 13)
})

test.each([
  ['Hello', { key: 'guessed' }, 401],
  ['Hello', { voice: 'nobody' }, 404],
  ['Hello', { format: 'mp3_44100_128' }, 400],
  ['', {}, 422],
  ['x'.repeat(10_001), {}, 400],
])('rejects %j with %j', async (text, more, status) => {
  expect((await speak(text, more)).status).toBe(status)
})
