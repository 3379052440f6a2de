import * as http from 'node:http'
import * as https from 'node:https'
import { commonErrors, storageErrors } from '@atrium/contracts'
import { Client } from 'minio'

export interface S3Options {
  /** The object store's origin: `http://host:port`. */
  endpoint: string
  bucket: string
  region: string
  credentials?: { accessKey: string; secretKey: string }
  /** The timeout of a silent connection. Defaults to 15,000. */
  idleTimeoutMs?: number
}

/** Larger blobs are sent in parts of this size. One part at a time is held in memory. */
export const partBytes = 8 * 1024 * 1024

/** Creates a `minio` client for an S3-compatible server, with path-style addresses and timeouts. */
export function createS3Client(options: S3Options): { client: Client; close(): void } {
  const url = new URL(options.endpoint)
  const secure = url.protocol === 'https:'
  const library = secure ? https : http
  const idleTimeoutMs = options.idleTimeoutMs ?? 15_000
  const agent = new library.Agent({ keepAlive: true, maxSockets: 64, timeout: idleTimeoutMs })
  const request = (
    target: http.RequestOptions,
    answer?: (response: http.IncomingMessage) => void,
  ) => {
    const sent = library.request(target, answer)
    sent.setTimeout(idleTimeoutMs, () =>
      sent.destroy(new Error('The object store does not respond')),
    )
    return sent
  }
  const client = new Client({
    endPoint: url.hostname,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    useSSL: secure,
    pathStyle: true,
    region: options.region,
    partSize: partBytes,
    ...options.credentials,
    transport: { request: request as typeof http.request },
    transportAgent: agent,
    // Callers retry. The client's own retry writes to the console.
    retryOptions: { disableRetry: true },
  })
  return { client, close: () => agent.destroy() }
}

const absent = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload'])
const noRoom = new Set([
  'QuotaExceeded',
  'XMinioStorageFull',
  'InsufficientCapacity',
  'StorageFull',
])

const readCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

/** Translates a failed call into `insufficient_storage` or `unavailable`. */
export function translateS3Error(error: unknown): Error {
  const code = readCode(error)
  if (code !== undefined && noRoom.has(code))
    return storageErrors.insufficient_storage({ cause: error })
  return commonErrors.unavailable({ cause: error, details: { retryAfterSeconds: 5 } })
}

/** Runs a call and translates its failure. */
export const translated = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((error: unknown) => Promise.reject(translateS3Error(error)))

/** Runs a call. Returns undefined if the object is absent, and translates any other failure. */
export const askS3 = <T>(call: () => Promise<T>): Promise<T | undefined> =>
  call().catch((error: unknown) => {
    if (absent.has(readCode(error) ?? '')) return undefined
    throw translateS3Error(error)
  })
