import { AppError, type RpcDefinition } from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'
import type { z } from 'zod'
import type { GatewayConfig, Upstream } from '../config.ts'

export interface OverviewDeps {
  readonly bus: Bus
  readonly config: Pick<GatewayConfig, 'upstreams'>
}

interface Answers<T> {
  /** The responses in service order. Failed requests are left out. */
  readonly answers: T[]
  readonly unavailable: string[]
}

/** Sends the same request to all services of the deployment at once. Never throws. */
export async function askServices<I extends z.ZodType, O extends z.ZodType>(
  { bus, config }: OverviewDeps,
  questions: Partial<Record<Upstream, RpcDefinition<I, O>>>,
  input: z.input<I>,
): Promise<Answers<z.output<O>>> {
  const deployed = (Object.entries(questions) as [Upstream, RpcDefinition<I, O>][]).filter(
    ([service]) => config.upstreams.has(service),
  )
  const answers: z.output<O>[] = []
  const unavailable: string[] = []
  const results = await Promise.allSettled(
    deployed.map(([, question]) => callRpc(bus, question, input)),
  )
  for (const [index, result] of results.entries()) {
    const service = deployed[index]?.[0] ?? ''
    if (result.status === 'fulfilled') answers.push(result.value)
    else {
      unavailable.push(service)
      const away = result.reason instanceof AppError && result.reason.kind === 'unavailable'
      if (!away) bus.logger.error({ err: result.reason, service }, '[overview] a service failed')
    }
  }
  return { answers, unavailable }
}
