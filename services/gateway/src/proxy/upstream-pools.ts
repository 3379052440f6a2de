import { Pool } from 'undici'
import type { Upstream } from '../config.ts'

export type UpstreamPools = ReadonlyMap<Upstream, Pool>

export const createUpstreamPools = (urls: ReadonlyMap<Upstream, string>): UpstreamPools =>
  new Map([...urls].map(([upstream, url]) => [upstream, createPool(url)]))

const createPool = (url: string): Pool =>
  new Pool(new URL(url).origin, {
    allowH2: false,
    connectTimeout: 3_000,
    headersTimeout: 60_000,
    // An event stream may stay silent for any time.
    bodyTimeout: 0,
    keepAliveTimeout: 30_000,
    keepAliveMaxTimeout: 60_000,
  })
