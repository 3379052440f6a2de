import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Measurement, median } from '@atrium/bench-kit'
import { createGuardedFetch } from '@atrium/outbound-guard'

const rounds = 500

/** Measures one request with and without the guard, alternately. */
export async function guardRow(): Promise<Measurement[]> {
  const server = createServer((_, response) => void response.end('hello'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`
  const guard = createGuardedFetch('loopback')
  const plain = async () => void (await (await fetch(url)).arrayBuffer())
  const guarded = async () => void (await (await guard.fetch(url, { maxBytes: 1_000 })).bytes())
  const millis = async (work: () => Promise<void>): Promise<number> => {
    const started = performance.now()
    await work()
    return performance.now() - started
  }
  try {
    const pairs: [number, number][] = []
    for (let n = 0; n < rounds; n += 1) pairs.push([await millis(plain), await millis(guarded)])
    const warm = pairs.slice(rounds / 10)
    const added = median(warm.map(([, with_]) => with_)) - median(warm.map(([without]) => without))
    return [
      { name: 'nodes: what the address guard adds, p50', value: added, unit: 'ms', target: '< 2' },
    ]
  } finally {
    await guard.close()
    server.closeAllConnections()
    server.close()
  }
}
