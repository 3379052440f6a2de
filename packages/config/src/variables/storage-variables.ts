import type { Config, VariableTable } from '../variable.ts'
import type { Problems } from './service-variables.ts'

/** The file store: a directory or an S3 bucket, never both. */
export const storageVariables = {
  ASSETS_UPLOAD_DIR: {
    kind: 'identifier',
    type: 'text',
    about:
      'Directory for stored files. If an S3 bucket is set, too, the service does not start. All replicas of the assets service and the workflow runner need the same directory. On several machines, share the directory or use an S3 bucket instead.',
    whenUnset:
      'If no S3 bucket is set either, files are stored in `assets` inside `ATRIUM_HOME` with a warning, and agent transcripts stay in the database. In production the assets service does not start.',
  },
  ASSETS_S3_ENDPOINT: {
    kind: 'identifier',
    type: 'baseUrl',
    about: 'Origin of an S3-compatible object store. Needs `ASSETS_S3_BUCKET`.',
  },
  ASSETS_S3_BUCKET: {
    kind: 'identifier',
    type: 'text',
    about: 'Bucket for the files. Needs `ASSETS_S3_ENDPOINT`.',
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
    about: "The bucket's region.",
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
