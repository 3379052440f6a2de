import { once } from 'node:events'
import { request } from 'node:http'
import { type Measurement, type Program, readMemory } from '@atrium/bench-kit'
import { boundary, buildForm, filePart, formType } from '../test/forms.ts'
import { mp4Head } from '../test/media-samples.ts'

/**
 * Measures how much resident memory above its baseline a program takes while a video of 512 MB
 * passes through it.
 */
export async function benchLargeUpload(
  name: string,
  program: Program,
  caller: Record<string, string>,
): Promise<Measurement> {
  await uploadVideo(program, caller, 5_000_000)
  const before = await readMemory(program.pid)
  await uploadVideo(program, caller, 512_000_000)
  const extra = ((await readMemory(program.pid)).highest - before.now) / 1e6
  return { name, value: extra, unit: 'MB', target: '< 64' }
}

/** Uploads a video of this size. The bytes are generated during the upload. */
async function uploadVideo(
  program: Program,
  caller: Record<string, string>,
  size: number,
): Promise<void> {
  const { body } = buildForm(filePart(mp4Head(size)))
  const tail = body.subarray(-(boundary.length + 8))
  const headers = { ...caller, 'content-type': formType, 'transfer-encoding': 'chunked' }
  const sent = request({
    port: program.port,
    method: 'POST',
    path: '/api/assets',
    headers,
    agent: false,
  })
  const answered = once(sent, 'response')
  sent.write(body.subarray(0, -tail.length))
  const block = Buffer.alloc(1_000_000, 9)
  for (let left = size - 40; left > 0; left -= block.length) {
    if (!sent.write(block.subarray(0, Math.min(left, block.length)))) await once(sent, 'drain')
  }
  sent.end(tail)
  const [response] = await answered
  response.resume()
  if (response.statusCode !== 201) throw new Error(`upload answered ${response.statusCode}`)
}
