import type { Operation } from '@atrium/contracts'
import type { Hono } from 'hono'
import type { AppEnv } from './environment.ts'

const recorded = new WeakMap<Hono<AppEnv>, Operation[]>()

/** Returns an application's operations in mounting order. Empty if there is no application. */
export const listOperations = (app: Hono<AppEnv> | undefined): readonly Operation[] =>
  (app === undefined ? undefined : recorded.get(app)) ?? []

/** Records a mounted operation, or a route outside Hono. Throws if the id exists already. */
export function recordOperation(app: Hono<AppEnv>, operation: Operation): void {
  const mounted = recorded.get(app) ?? []
  if (mounted.some(({ id }) => id === operation.id))
    throw new Error(`${operation.id} is mounted twice`)
  recorded.set(app, [...mounted, operation])
}
