import { percentile, report } from '@atrium/bench-kit'
import { defineRpc } from '@atrium/contracts'
import { z } from 'zod'
import { callRpc, rpcHandler, serveRpc } from '../src/index.ts'
import { withPlatform } from './platform.ts'

const Echo = defineRpc({
  subject: 'bench.echo',
  description: 'Who the holder of a credential is',
  input: z.object({ cookie: z.string() }),
  output: z.object({
    userId: z.string(),
    orgId: z.string().nullable(),
    role: z.enum(['owner', 'member']),
  }),
  timeoutMs: 2_000,
})

await withPlatform(async ({ bus, anotherBus }) => {
  const caller = await anotherBus('caller')
  const stop = await serveRpc(bus, '1.0.0', [
    rpcHandler(Echo, async () => ({ userId: 'usr_1', orgId: 'org_1', role: 'owner' as const })),
  ])
  bus.nc.subscribe('plain', { callback: (_, message) => void message.respond(message.data) })
  await bus.nc.flush()

  const measure = async (call: () => Promise<unknown>): Promise<number> => {
    for (let round = 0; round < 500; round += 1) await call()
    const samples: number[] = []
    for (let round = 0; round < 2_000; round += 1) {
      const at = performance.now()
      await call()
      samples.push(performance.now() - at)
    }
    return percentile(samples, 0.5)
  }
  const payload = new TextEncoder().encode('{"cookie":"abc"}')
  const plain = await measure(() => caller.nc.request('plain', payload))
  report({ name: 'NATS request and reply, idle p50', value: plain, unit: 'ms', target: '-' })
  const ours = await measure(() => callRpc(caller, Echo, { cookie: 'abc' }))
  report({ name: 'RPC round trip, idle p50', value: ours, unit: 'ms', target: '< 1.5' })

  const calls = 20_000
  const at = performance.now()
  let left = calls
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (left-- > 0) await callRpc(caller, Echo, { cookie: 'abc' })
    }),
  )
  const rate = calls / ((performance.now() - at) / 1000)
  report({ name: 'RPC calls, 32 at a time', value: rate, unit: 'a second', target: '-' })
  await stop()
})
