import { report } from '@atrium/bench-kit'
import type { AgentRun } from '@atrium/contracts'
import { type PlatformCaller, startPlatform } from '../test/platform.ts'

const agents = 500
/** Connections per caller. */
const ofCaller = 50
const rounds = 200
const lines = 100_000
const batch = 1_000

interface Claimed {
  run: AgentRun
  lease: string
}

const claim = (caller: PlatformCaller, name: string) =>
  caller.send<Claimed | undefined>('POST', '/api/agent-runs/claim', {
    agent: { name, host: 'bench' },
    kinds: ['implement'],
    workspaces: [],
    waitSeconds: 30,
  })

/**
 * Measures the time from the request that queues a run until one of the owner's 500 waiting agents
 * claims the run.
 */
async function benchClaims(
  person: PlatformCaller,
  callers: readonly PlatformCaller[],
): Promise<number[]> {
  let over = false
  let taken = Promise.withResolvers<string>()
  const waits = Array.from({ length: agents }, async (_, n) => {
    const caller = callers[Math.floor(n / ofCaller)]
    while (!over && caller !== undefined) {
      const { body } = await claim(caller, `agent ${n}`)
      if (body !== undefined) taken.resolve(body.run.id)
    }
  })
  const millis: number[] = []
  for (let round = -20; round < rounds; round += 1) {
    taken = Promise.withResolvers()
    const began = performance.now()
    void person.send('POST', '/api/agent-runs', { kind: 'implement', prompt: `Run ${round}` })
    await taken.promise
    if (round >= 0) millis.push(performance.now() - began)
  }
  over = true
  await Promise.all(waits)
  return millis
}

/** Returns the lines per second that one agent can append, in calls of 1,000 lines. */
async function benchTranscript(person: PlatformCaller, agent: PlatformCaller): Promise<number> {
  await person.send('POST', '/api/agent-runs', { kind: 'implement', prompt: 'Many lines' })
  const { body } = await claim(agent, 'writer')
  if (body === undefined) throw new Error('The run was not claimed')
  const headers = { 'x-lease': body.lease }
  const at = new Date().toISOString()
  const began = performance.now()
  for (let from = 0; from < lines; from += batch) {
    const entries = Array.from({ length: batch }, (_, n) => ({
      at,
      stream: 'out',
      text: `line ${from + n} of a build that says what it does, and for which file`,
    }))
    const path = `/api/agent-runs/${body.run.id}/transcript`
    const { status } = await agent.send('POST', path, { from, entries }, headers)
    if (status !== 200) throw new Error(`The transcript was answered ${status}`)
  }
  return lines / ((performance.now() - began) / 1_000)
}

const platform = await startPlatform()
try {
  const runner = await platform.startRunner()
  const person = await platform.caller(runner.url)
  const { userId, orgId } = person.principal
  const own = { userId, orgId, via: 'api_key' as const }
  const callers: PlatformCaller[] = []
  for (let n = 0; n < agents / ofCaller; n += 1)
    callers.push(await platform.caller(runner.url, own))
  const claims = await benchClaims(person, callers)
  report({
    name: 'agents: a queued run to its claim, 500 agents wait',
    value: claims,
    unit: 'ms',
    target: '<= 50',
  })
  const rates: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const [writer] = callers
    if (writer !== undefined) rates.push(await benchTranscript(person, writer))
  }
  report({
    name: 'agents: transcript of one run',
    value: rates,
    unit: 'lines/s',
    target: '>= 5000',
  })
} finally {
  await platform.stop()
}
