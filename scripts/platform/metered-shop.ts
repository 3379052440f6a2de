import { modelKey, platformEndpoints, type WebhookEndpoint } from '@atrium/sandbox'
import type { Client } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import { expect } from 'vitest'
import { z } from 'zod'
import { openShop } from '../money/open-shop.ts'
import { submit } from '../money/submit.ts'
import { type Publisher, startPublisher } from './publisher.ts'

const model = 'sandbox/small'
const seller = 'acct_seller'

// Every managed model call reserves and costs one credit, so a balance ends at exactly zero.
const metered = {
  CREDITS_METERING_ENABLED: 'true',
  MANAGED_LLM_PROVIDER: 'gateway',
  MANAGED_LLM_MODEL: model,
  MANAGED_LLM_API_KEY: modelKey,
  LLM_PRICES: JSON.stringify({ [model]: { input: 0.001, output: 0.001 } }),
  ENTITLEMENT_SELLER_ACCOUNT_ID: seller,
  CREDIT_TOPUP_OFFER_SLUGS: 'credits-1',
  ENTITLEMENT_OFFER_SLUGS: 'pro',
  FETCH_PRIVATE_ADDRESSES: 'loopback',
}

/** A platform for selling plans and credits, and a user who pays for models with credits. */
export interface MeteredShop {
  publisher: Publisher
  client: Client
  /** The requests to the sandbox in order. */
  outside: readonly string[]
  /** Buys a top-up and waits until the balance is `credits`. */
  topUp(credits: number): Promise<void>
  /** Checks that nothing is reserved. Returns the balance. */
  balance(): Promise<number>
  /**
   * Creates a workflow with these nodes in a row. Returns its id and a function to run it to its
   * end.
   */
  drawn(
    name: string,
    steps: readonly Step[],
  ): Promise<{ id: string; run: (status?: string) => Promise<EndedRun> }>
}

/** A node's type, its parameters, and its output to the next node (by default `main`). */
export type Step = readonly [type: string, params: object, output?: string]

type Run = Awaited<ReturnType<Client['workflows']['getRun']>>
type EndedRun = Run & { byType: Record<string, Run['nodes'][number]> }

const Usage = z.object({ credits: z.number() }).nullable()

/** Returns the cost of a run's nodes in credits. */
export const sumCredits = (run: { nodes: readonly { usage: unknown }[] }): number =>
  run.nodes.reduce((sum, { usage }) => sum + (Usage.parse(usage ?? null)?.credits ?? 0), 0)

/** Starts the shop and waits until the model nodes are registered. */
export async function startMeteredShop(): Promise<MeteredShop> {
  const endpoints: WebhookEndpoint[] = []
  const outside: string[] = []
  const publisher = await startPublisher('credits', metered, {
    payments: { endpoints },
    onRequest: (request) => void outside.push(request),
  })
  const { client } = publisher
  endpoints.push(...platformEndpoints(publisher.platform.env))
  try {
    const { platform, sandbox } = publisher
    await openShop({ baseUrl: platform.baseUrl, env: platform.env, sandbox })
    await eventually(async () => {
      const types = (await client.workflows.listNodes()).items.map(({ type }) => type)
      expect(types).toEqual(
        expect.arrayContaining([
          'read_mailbox',
          'triage',
          'enrich',
          'tts',
          'remove_ai_slop',
          'agent',
        ]),
      )
    })
  } catch (error) {
    await publisher.stop()
    throw error
  }
  return {
    publisher,
    client,
    outside,
    async topUp(credits) {
      const { url } = await client.credits.checkout({ body: { offerSlug: 'credits-1' } })
      await submit(url, { email: 'me@example.com', name: 'Me' })
      await eventually(async () => expect((await client.credits.get()).balance).toBe(credits))
    },
    async balance() {
      const { balance: left, reserved } = await client.credits.get()
      expect(reserved).toBe(0)
      return left
    },
    drawn: (name, steps) => draw(client, name, steps),
  }
}

async function draw(client: Client, name: string, steps: readonly Step[]) {
  const position = { x: 0, y: 0 }
  const all: Step[] = [['trigger.manual', {}], ...steps]
  const nodes = all.map(([type, params]) => ({
    id: type,
    type,
    name: type,
    params: { ...params },
    position,
  }))
  const edges = steps.map(([type], at) => ({
    from: { node: all[at]?.[0] ?? '', output: all[at]?.[2] ?? 'main' },
    to: { node: type, input: 'main' },
  }))
  const { id } = await client.workflows.create({ body: { name, graph: { nodes, edges } } })
  return {
    id,
    async run(status = 'completed') {
      const { runId } = await client.workflows.run({ params: { id }, body: {} })
      for await (const _ of client.workflows.watch(id, runId));
      const ended = await client.workflows.getRun({ params: { id, runId } })
      expect(ended, JSON.stringify(ended.nodes)).toMatchObject({ status })
      const { items } = await client.credits.spend({ query: { by: 'node', runId } })
      expect(items.reduce((sum, { credits }) => sum + credits, 0)).toBe(sumCredits(ended))
      return { ...ended, byType: Object.fromEntries(ended.nodes.map((each) => [each.type, each])) }
    },
  }
}
