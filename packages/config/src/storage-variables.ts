import type { Problems } from './service-variables.ts'
import type { Config, VariableTable } from './variable.ts'

/** The file store: a directory or an S3 bucket, never both. */
export const storageVariables = {
  ASSETS_UPLOAD_DIR: {
    kind: 'identifier',
    type: 'text',
    about:
      'Directory of the filesystem backend. Setting it together with an S3 bucket fails the boot. All replicas of the assets service and of the workflow runner need the same directory; on several machines it is shared between them, or an S3 bucket takes its place.',
    whenUnset:
      'Without an S3 bucket either, `assets` inside `ATRIUM_HOME` is used with a warning, and transcripts of agents stay in the database; in production the boot of the assets service fails.',
  },
  ASSETS_S3_ENDPOINT: {
    kind: 'identifier',
    type: 'baseUrl',
    about: 'Origin of an S3-compatible object store. Needs `ASSETS_S3_BUCKET`.',
  },
  ASSETS_S3_BUCKET: {
    kind: 'identifier',
    type: 'text',
    about: 'Bucket of the blobs. Needs `ASSETS_S3_ENDPOINT`.',
  },
  ASSETS_S3_ACCESS_KEY: {
    kind: 'secret',
    type: 'text',
    about: 'Access key of the object store. Set both keys or none.',
    whenUnset: 'Requests are not signed.',
  },
  ASSETS_S3_SECRET_KEY: { kind: 'secret', type: 'text', about: 'Secret key of the object store.' },
  ASSETS_S3_REGION: {
    kind: 'identifier',
    type: 'text',
    default: 'us-east-1',
    about: 'Region of the bucket.',
  },
} as const satisfies VariableTable

export type StorageValues = Config<typeof storageVariables>

/** Returns the gaps and contradictions in the storage variables. */
export function storageProblems(config: StorageValues): Required<Problems> {
  const keys = findMissingPartners(config, 'ASSETS_S3_ACCESS_KEY', 'ASSETS_S3_SECRET_KEY')
  if (config.ASSETS_UPLOAD_DIR && (config.ASSETS_S3_ENDPOINT || config.ASSETS_S3_BUCKET)) {
    const conflict =
      'ASSETS_UPLOAD_DIR and ASSETS_S3_ENDPOINT with ASSETS_S3_BUCKET exclude each other'
    return { missing: keys, conflicts: [conflict] }
  }
  const missing = [
    ...findMissingPartners(config, 'ASSETS_S3_ENDPOINT', 'ASSETS_S3_BUCKET'),
    ...keys,
  ]
  return { missing, conflicts: [] }
}

/** Returns the unset variable of a pair if the other one is set. */
function findMissingPartners(
  config: StorageValues,
  ...pair: (keyof typeof storageVariables)[]
): string[] {
  const unset = pair.filter((name) => !config[name])
  return unset.length === 1 ? unset : []
}
