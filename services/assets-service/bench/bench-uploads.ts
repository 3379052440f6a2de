import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newId } from '@atrium/contracts'
import { filePart, formOf } from '../test/forms.ts'
import { pngOf } from '../test/media-samples.ts'
import { type Bench, type BenchRow, median, ratioRow } from './rows.ts'
import { memoryOf, type Program } from './servers.ts'
import { uploadVideo } from './upload-video.ts'

const rounds = 3
const [files, bytes, atOnce] = [64, 5_000_000, 8]
const runFile = promisify(execFile)

/** Images against plain writing and flushing of the same bytes, and the memory that a large upload takes. */
export async function benchUploads(bench: Bench): Promise<BenchRow[]> {
  const service = await bench.serve()
  const [ours, theirs]: [number[], number[]] = [[], []]
  await uploadMany(bench, service)
  for (let round = 0; round < rounds; round++) {
    ours.push(await uploadMany(bench, service))
    theirs.push(await writeMany(bench))
  }
  await service.stop()
  const [mine, other] = [median(ours), median(theirs)].map((millis) => (files * bytes) / millis / 1000)
  const what = `upload, 5 MB images, 8 at once (${mine?.toFixed()} against ${other?.toFixed()} MB/s)`
  return [ratioRow(what, mine ?? 0, other ?? 0, 0.6), await benchMemory(bench)]
}

async function uploadMany(bench: Bench, service: Program): Promise<number> {
  const form = formOf(filePart(pngOf(bytes)))
  const headers = { ...form.headers, ...(await bench.backing.caller(newId('org'))) }
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
  return performance.now() - started
}

async function writeMany(bench: Bench): Promise<number> {
  const writer = join(import.meta.dirname, 'plain-writer.ts')
  const args = [writer, join(bench.directory, 'plain'), files, bytes, atOnce].map(String)
  return Number((await runFile(process.execPath, args)).stdout)
}

async function benchMemory(bench: Bench): Promise<BenchRow> {
  const service = await bench.serve()
  const caller = await bench.backing.caller(newId('org'))
  await uploadVideo(service, caller, 5_000_000)
  const before = await memoryOf(service.pid)
  await uploadVideo(service, caller, 512_000_000)
  const extra = ((await memoryOf(service.pid)).highest - before.now) / 1e6
  await service.stop()
  return {
    what: 'upload of 512 MB: extra resident memory',
    figure: `${extra.toFixed(0)} MB`,
    bound: '< 64 MB',
    reached: extra < 64,
  }
}
