import { commonErrors, ResealTokens } from '@atrium/contracts'
import { type RpcHandler, rpcHandler, serveRpc } from '@atrium/messaging'
import { expect, inject, it } from 'vitest'
import { runCommand } from '../run-command.ts'
import { withBus } from '../with-bus.ts'

const rotate = async (env: Record<string, string>) => {
  const [out, err]: [string[], string[]] = [[], []]
  const io = {
    env,
    write: (line: string) => out.push(line),
    error: (line: string) => err.push(line),
  }
  return { code: await runCommand(['connect', 'rotate-keys'], io), out, err: err.join('\n') }
}
let serial = 0
async function against(handler: RpcHandler) {
  serial += 1
  const env = { NATS_URL: inject('natsUrl'), NATS_NAMESPACE: `rotate${process.pid}x${serial}` }
  return withBus(env, async (bus) => {
    const stop = await serveRpc(bus, '1.0.0', [handler])
    try {
      return await rotate(env)
    } finally {
      await stop()
    }
  })
}

it('reseals all batches and prints the totals', async () => {
  const asked: (string | null)[] = []
  const result = await against(
    rpcHandler(ResealTokens, async ({ after }) => {
      asked.push(after)
      const next = ['0:b', '1:', null][asked.length - 1] ?? null
      return { resealed: 2, unreadable: 0, left: 6 - 2 * asked.length, next }
    }),
  )
  expect(asked).toEqual([null, '0:b', '1:'])
  expect(result).toEqual({
    code: 0,
    out: ['6 re-encrypted, 0 unreadable, 0 left with another key'],
    err: '',
  })
})

it('reports an unreadable token and exits with 1', async () => {
  const result = await against(
    rpcHandler(ResealTokens, async () => ({ resealed: 3, unreadable: 1, left: 1, next: null })),
  )
  expect(result.code).toBe(1)
  expect(result.out).toEqual(['3 re-encrypted, 1 unreadable, 1 left with another key'])
  expect(result.err).toContain('Connect the accounts')
})

it('names what is missing when there is no key, service or NATS address', async () => {
  const refused = await against(
    rpcHandler(ResealTokens, async () => {
      throw commonErrors.not_configured({ message: 'No token key is configured' })
    }),
  )
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('No token key') })
  const unserved = { NATS_URL: inject('natsUrl'), NATS_NAMESPACE: `rotate${process.pid}unserved` }
  expect((await rotate(unserved)).code).toBe(1)
  expect(await rotate({})).toMatchObject({ code: 2, err: expect.stringContaining('NATS_URL') })
})
