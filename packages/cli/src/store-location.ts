import { resolve } from 'node:path'
import type { StoreLocation } from '@atrium/blob-store'
import { CommandError, type CommandIo } from './command.ts'

/**
 * Parses a backend argument: a directory, `http(s)://host[:port]/bucket` or `configured`. Keys come
 * from `<SIDE>_S3_ACCESS_KEY` and `<SIDE>_S3_SECRET_KEY`, otherwise from `ASSETS_S3_*`, never from
 * the argument. Throws a CommandError.
 */
export function storeLocation(
  text: string,
  side: 'FROM' | 'TO',
  env: CommandIo['env'],
): StoreLocation {
  if (text === 'configured') return configured(side, env)
  if (!/^https?:\/\//.test(text)) return { kind: 'directory', directory: resolve(text) }
  const url = URL.canParse(text) ? new URL(text) : undefined
  const bucket = url?.pathname.replace(/^\/+|(?<!\/)\/+$/g, '') ?? ''
  if (!url || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new CommandError(`${text} is not http(s)://host[:port]/bucket`)
  }
  if (url.username || url.password)
    throw new CommandError(
      'Remove the keys from the address and set S3_ACCESS_KEY and S3_SECRET_KEY with FROM_ or TO_',
    )
  return objectStore(url.origin, bucket, side, env)
}

function configured(side: 'FROM' | 'TO', env: CommandIo['env']): StoreLocation {
  const {
    ASSETS_UPLOAD_DIR: directory,
    ASSETS_S3_ENDPOINT: endpoint,
    ASSETS_S3_BUCKET: bucket,
  } = env
  if (directory) return { kind: 'directory', directory: resolve(directory) }
  if (endpoint && bucket) return objectStore(endpoint, bucket, side, env)
  throw new CommandError(
    'Neither ASSETS_UPLOAD_DIR nor ASSETS_S3_ENDPOINT with ASSETS_S3_BUCKET is set',
  )
}

function objectStore(
  endpoint: string,
  bucket: string,
  side: 'FROM' | 'TO',
  env: CommandIo['env'],
): StoreLocation {
  const accessKey = env[`${side}_S3_ACCESS_KEY`] ?? env['ASSETS_S3_ACCESS_KEY']
  const secretKey = env[`${side}_S3_SECRET_KEY`] ?? env['ASSETS_S3_SECRET_KEY']
  const region = env[`${side}_S3_REGION`] ?? env['ASSETS_S3_REGION'] ?? 'us-east-1'
  const base = { kind: 's3', endpoint, bucket, region } as const
  return accessKey && secretKey ? { ...base, credentials: { accessKey, secretKey } } : base
}
