import { once } from 'node:events'
import { request } from 'node:http'
import { boundary, filePart, formOf, formType } from '../test/forms.ts'
import { mp4Head } from '../test/media-samples.ts'
import type { Program } from './servers.ts'

/** Uploads a video of this size that is made while it is sent. */
export async function uploadVideo(
  program: Program,
  caller: Record<string, string>,
  size: number,
): Promise<void> {
  const { body } = formOf(filePart(mp4Head(size)))
  const tail = body.subarray(-(boundary.length + 8))
  const headers = { ...caller, 'content-type': formType, 'transfer-encoding': 'chunked' }
  const sent = request({ port: program.port, method: 'POST', path: '/api/assets', headers, agent: false })
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
