import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildAssetKey } from '@atrium/asset-key'
import type { Measurement } from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import { buildForm, filePart } from '../test/forms.ts'
import { buildPng } from '../test/media-samples.ts'
import { type Bench, buildKeyHolder } from './bench.ts'

/** Measures a usage read after each upload, for an org with 100,000 blobs. */
export async function benchUsage(bench: Bench): Promise<Measurement[]> {
  const orgId = newId('org')
  await mkdir(join(bench.blobs, orgId, 'pub'), { recursive: true })
  for (let at = 0; at < 100_000; at += 500) {
    await Promise.all(
      Array.from({ length: 500 }, () =>
        writeFile(
          join(bench.blobs, buildAssetKey({ orgId, visibility: 'pub', extension: 'png' })),
          'x',
        ),
      ),
    )
  }
  const service = await bench.serve()
  const ask = async () => {
    const headers = await bench.caller('assets', buildKeyHolder(orgId))
    const started = performance.now()
    const usage = await (await fetch(`${service.url}/api/assets/usage`, { headers })).json()
    return { usage, millis: performance.now() - started }
  }
  await ask()
  const form = buildForm(filePart(buildPng(1000)))
  const times: number[] = []
  for (let i = 1; i <= 10; i++) {
    const headers = {
      'content-type': String(form.headers['content-type']),
      ...(await bench.caller('assets', buildKeyHolder(orgId))),
    }
    await fetch(`${service.url}/api/assets`, {
      method: 'POST',
      headers,
      body: new Uint8Array(form.body),
    })
    const { usage, millis } = await ask()
    times.push(millis)
    assert.deepEqual(usage, { bytes: 100_000 + 1000 * i, count: 100_000 + i })
  }
  await service.stop()
  return [
    {
      name: 'usage at 100,000 blobs, an upload before each of ten calls',
      value: times,
      unit: 'ms',
      target: '< 50',
    },
  ]
}
