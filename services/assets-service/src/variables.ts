import {
  addressVariables,
  type Config,
  type ConfigOf,
  defineVariables,
  processVariables,
  type SharedConfig,
  serviceAddresses,
  type VariableTable,
} from '@atrium/config'

const table = {
  ASSETS_PORT: serviceAddresses.assets.ASSETS_PORT,
  API_URL: addressVariables.API_URL,
  ATRIUM_HOME: processVariables.ATRIUM_HOME,
  ASSETS_UPLOAD_DIR: {
    kind: 'identifier',
    type: 'text',
    about: 'Directory of the filesystem backend. Setting it together with an S3 bucket fails the boot.',
    whenUnset:
      'Without an S3 bucket either, `assets` inside `ATRIUM_HOME` is used with a warning; in production the boot fails.',
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
  ASSETS_CACHE_BYTES: {
    kind: 'public',
    type: 'count',
    default: 67_108_864,
    about:
      'Upper bound of the memory cache of public blobs, in bytes; thumbnails take up to half as much besides; 0 turns both off.',
  },
} as const satisfies VariableTable

type Values = SharedConfig & Config<typeof table>

/** The variables of asset storage: blobs are in a directory or an S3 bucket, never both. */
export const assetsVariables = defineVariables({
  owner: 'assets',
  table,
  check(config) {
    const { ASSETS_UPLOAD_DIR: directory, ASSETS_S3_ENDPOINT: endpoint, ASSETS_S3_BUCKET: bucket } = config
    if (directory && (endpoint || bucket)) {
      return {
        missing: keysMissing(config),
        conflicts: ['ASSETS_UPLOAD_DIR and ASSETS_S3_ENDPOINT with ASSETS_S3_BUCKET exclude each other'],
      }
    }
    return { missing: [...placeMissing(config), ...keysMissing(config)] }
  },
  warnings: ({ ASSETS_UPLOAD_DIR: directory, ASSETS_S3_ENDPOINT: endpoint, ASSETS_S3_BUCKET: bucket }) =>
    directory || (endpoint && bucket)
      ? []
      : [
          {
            subsystem: 'assets',
            missing: ['ASSETS_UPLOAD_DIR', 'ASSETS_S3_ENDPOINT', 'ASSETS_S3_BUCKET'],
            feature: 'blob storage outside the development directory',
          },
        ],
})

function placeMissing(config: Values): string[] {
  const { ASSETS_UPLOAD_DIR: directory, ASSETS_S3_ENDPOINT: endpoint, ASSETS_S3_BUCKET: bucket } = config
  if (endpoint && !bucket) return ['ASSETS_S3_BUCKET']
  if (bucket && !endpoint) return ['ASSETS_S3_ENDPOINT']
  return directory || endpoint || config.NODE_ENV !== 'production'
    ? []
    : ['ASSETS_UPLOAD_DIR or ASSETS_S3_ENDPOINT with ASSETS_S3_BUCKET']
}

function keysMissing({ ASSETS_S3_ACCESS_KEY: access, ASSETS_S3_SECRET_KEY: secret }: Values): string[] {
  if (access && !secret) return ['ASSETS_S3_SECRET_KEY']
  return secret && !access ? ['ASSETS_S3_ACCESS_KEY'] : []
}

/** The parsed variables. */
export type AssetsValues = ConfigOf<typeof assetsVariables>
