import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inTurns, type Measurement, type Program, ratio } from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import { buildForm, filePart } from '../test/forms.ts'
import { buildPng } from '../test/media-samples.ts'
import { type Bench, buildKeyHolder } from './bench.ts'
import { benchLargeUpload } from './bench-large-upload.ts'

const [files, bytes, atOnce] = [128, 5_000_000, 8]
const runFile = promisify(execFile)

/**
 * Measures image uploads against plain writes of the same bytes with fsync, and the service's
 * memory during a large upload.
 */
export async function benchUploads(bench: Bench): Promise<Measurement[]> {
  const service = await bench.serve()
  await uploadMany(bench, service)
  const rates = await inTurns(
    () => uploadMany(bench, service),
    () => writeMany(bench),
  )
  await service.stop()
  const fresh = await bench.serve()
  const caller = await bench.caller('assets', buildKeyHolder(newId('org')))
  const memory = await benchLargeUpload('upload of 512 MB: extra resident memory', fresh, caller)
  await fresh.stop()
  return [
    ratio('upload, 5 MB images, 8 at once, against plain writes with fsync', rates, 0.6),
    memory,
  ]
}

const megabytesPerSecond = (millis: number): number => (files * bytes) / millis / 1000

async function uploadMany(bench: Bench, service: Program): Promise<number> {
  const form = buildForm(filePart(buildPng(bytes)))
  const headers = {
    ...form.headers,
    ...(await bench.caller('assets', buildKeyHolder(newId('org')))),
  }
  let left = files
  const started = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) {
        const sent = request({ port: service.port, method: 'POST', path: '/api/assets', headers })
        sent.end(form.body)
        const [response] = await once(sent, 'response')
        response.resume()
        if (response.statusCode !== 201) throw new Error(`upload answered ${response.statusCode}`)
      }
    }),
  )
  return megabytesPerSecond(performance.now() - started)
}

async function writeMany(bench: Bench): Promise<number> {
  const writer = join(import.meta.dirname, 'plain-writer.ts')
  const args = [writer, await mkdtemp(join(bench.directory, 'plain-')), files, bytes, atOnce].map(
    String,
  )
  return megabytesPerSecond(Number((await runFile(process.execPath, args)).stdout))
}
