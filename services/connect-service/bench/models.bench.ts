import { join } from 'node:path'
import { median, report, startProgram, withServers } from '@atrium/bench-kit'
import { CompleteModel, newId, UsersByIds } from '@atrium/contracts'
import { freePort } from '@atrium/dev-servers'
import { callRpc, connectBus, rpcHandler, serveRpc } from '@atrium/messaging'
import { modelKey, networkEndpoints, startSandbox } from '@atrium/sandbox'
import { createLogger } from '@atrium/service-kit'
import { createMetrics, propagateOnly } from '@atrium/telemetry'

// Compares sequential calls through a model channel with the same requests sent straight to the
// provider. The two alternate.
const calls = 300
const latencyMs = 5
const text = 'Name a harbour with a bakery.'
const person = { orgId: newId('org'), userId: newId('usr') }

await withServers(async ({ env, natsUrl, caller }) => {
  const sandbox = await startSandbox()
  sandbox.model.latencyMs = latencyMs
  const provider = networkEndpoints.find(({ network }) => network === 'model')
  const port = await freePort()
  const service = await startProgram(
    process.execPath,
    [join(import.meta.dirname, '../src/main.ts')],
    {
      port,
      env: {
        ...env,
        ...provider?.variables(sandbox.url, ''),
        CONNECT_PORT: String(port),
        SOCIAL_TOKEN_ENCRYPTION_KEY: 'the-key-of-this-benchmark-of-models',
      },
    },
  )
  const bus = await connectBus({
    url: natsUrl,
    service: 'identity',
    logger: createLogger('bench', 'silent', []),
    metrics: createMetrics('bench'),
    tracing: propagateOnly,
  })
  await serveRpc(bus, '1.0.0', [rpcHandler(UsersByIds, async () => ({ users: [] }))])
  const connected = await fetch(`${service.url}/api/connect/model/manual`, {
    method: 'POST',
    headers: { ...(await caller('connect', person)), 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'gateway', apiKey: modelKey }),
  })
  if (connected.status !== 201) throw new Error(await connected.text())

  const throughPort = async (at: number) => {
    const { outcome } = await callRpc(bus, CompleteModel, {
      ...person,
      task: 'write',
      system: '',
      idempotencyKey: `call-${at}`,
      messages: [{ role: 'user', content: [{ text }] }],
    })
    if (outcome !== 'completed') throw new Error(outcome)
  }
  const straight = async () => {
    const answer = await fetch(`${sandbox.url}/model/gateway/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${modelKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'openai/gpt-5-mini',
        messages: [{ role: 'user', content: text }],
      }),
    })
    await answer.json()
  }
  const timed = async (work: () => Promise<void>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const taken = { port: [] as number[], straight: [] as number[] }
  for (let at = 0; at < calls; at += 1) {
    const [ported, direct] = [await timed(() => throughPort(at)), await timed(straight)]
    // The first calls warm up both sides.
    if (at < calls / 6) continue
    taken.port.push(ported)
    taken.straight.push(direct)
  }
  const value = median(taken.port) - median(taken.straight)
  report({ name: 'added by the port to a call of a model, p50', value, unit: 'ms', target: '< 5' })
  await bus.drain()
  await service.stop()
  await sandbox.stop()
})
