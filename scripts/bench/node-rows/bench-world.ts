import { type Sandbox, startSandbox } from '@atrium/sandbox'
import { type Client, createClient } from '@atrium/sdk'
import { Client as Postgres } from 'pg'
import { personInBrowser } from '../../connect/person-in-browser.ts'
import { type ProcessPlatform, startProcessPlatform } from '../../platform/process-platform.ts'
import { sandboxEnvironment } from '../../start/sandbox.ts'

type Graph = Awaited<ReturnType<Client['workflows']['get']>>['graph']
type Run = Awaited<ReturnType<Client['workflows']['getRun']>>

/** One process per service, stand-ins for the accounts, and users in their own organisations. */
export interface BenchWorld {
  platform: ProcessPlatform
  sandbox: Sandbox
  person(name: string): Promise<BenchPerson>
  /** Queries the runner's schema. */
  query<T>(statement: string, values?: readonly unknown[]): Promise<T[]>
  stop(): Promise<void>
}

export interface BenchPerson {
  client: Client
  /** Connects a network through its consent page. Returns the channel's id. */
  connect(network: string): Promise<string>
  workflow(graph: Graph): Promise<string>
  fire(workflowId: string, input?: Record<string, unknown>): Promise<string>
  /** Waits for the run to end. Throws unless it completed. */
  ended(workflowId: string, runId: string): Promise<Run>
}

const password = 'a password of some length'
export const pause = (millis: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, millis))

/** Starts all services with production durability. `more` contains extra variables for them. */
export async function startBenchWorld(more: Record<string, string> = {}): Promise<BenchWorld> {
  const sandbox = await startSandbox()
  const variables = sandboxEnvironment({}, Number(new URL(sandbox.url).port)) as Record<
    string,
    string
  >
  const platform = await startProcessPlatform(
    { ...variables, FETCH_PRIVATE_ADDRESSES: 'loopback', RATE_LIMITS: 'off', ...more },
    { fsync: true },
  )
  const postgres = new Postgres({
    connectionString: platform.databaseUrl,
    options: '-c search_path=workflow',
  })
  await postgres.connect()
  return {
    platform,
    sandbox,
    person: (name) => signUp(platform.baseUrl, name),
    query: async <T>(statement: string, values: readonly unknown[] = []) =>
      (await postgres.query(statement, [...values])).rows as T[],
    async stop() {
      await postgres.end()
      await platform.stop()
      await sandbox.stop()
    },
  }
}

async function signUp(baseUrl: string, name: string): Promise<BenchPerson> {
  const client = createClient({ baseUrl })
  const email = `${name}@example.com`
  await client.auth.signUp({ name, email, password })
  await client.auth.createOrg({ name, slug: name })
  return {
    client,
    async connect(network) {
      const browser = await personInBrowser(baseUrl, { email, password })
      const back = await browser.connect(network)
      const channelId = back.searchParams.get('connected')
      if (channelId === null) throw new Error(`${network} was not connected: ${back.search}`)
      return channelId
    },
    workflow: async (graph) =>
      (await client.workflows.create({ body: { name: 'Bench', graph } })).id,
    fire: async (id, input) =>
      (await client.workflows.run({ params: { id }, body: input === undefined ? {} : { input } }))
        .runId,
    async ended(id, runId) {
      for (;;) {
        const run = await client.workflows.getRun({ params: { id, runId } })
        if (run.status === 'completed') return run
        if (run.status !== 'queued' && run.status !== 'running') {
          throw new Error(`the run is ${run.status}: ${run.error}`)
        }
        // Polling takes time from the measured services. The run states its own times.
        await pause(100)
      }
    },
  }
}

/** Returns a graph with its nodes in a row behind a Run button. Each node is named by its type. */
export const line = (
  ...steps: readonly [type: string, params?: Record<string, unknown>][]
): Graph => {
  const nodes = ([['trigger.manual'], ...steps] as typeof steps).map(([type, params = {}], at) => ({
    id: `n${at}`,
    type,
    name: `${at} ${type}`,
    params,
    position: { x: at * 200, y: 0 },
  }))
  const edges = nodes.slice(1).map(({ id }, at) => ({
    from: { node: `n${at}`, output: 'main' },
    to: { node: id, input: 'main' },
  }))
  return { nodes, edges }
}

/** Returns the duration of a run in milliseconds, or of its node with the given type. */
export function lasted(run: Run, type?: string): number {
  const { startedAt, finishedAt } =
    type === undefined ? run : (run.nodes.find((each) => each.type === type) ?? run)
  return Date.parse(finishedAt ?? '') - Date.parse(startedAt ?? '')
}
