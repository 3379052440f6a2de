import {
  addressVariables,
  type ConfigOf,
  defineVariables,
  processVariables,
  serviceAddresses,
  storageProblems,
  storageVariables,
  type VariableTable,
} from '@atrium/config'

const table = {
  ASSETS_PORT: serviceAddresses.assets.ASSETS_PORT,
  API_URL: addressVariables.API_URL,
  ATRIUM_HOME: processVariables.ATRIUM_HOME,
  RATE_LIMITS: processVariables.RATE_LIMITS,
  ...storageVariables,
  ASSETS_CACHE_BYTES: {
    kind: 'public',
    type: 'count',
    default: 67_108_864,
    about:
      'Size limit of the memory cache for public files, in bytes. Thumbnails may use up to half as much in addition. 0 turns both caches off.',
  },
} as const satisfies VariableTable

/**
 * The variables of asset storage. Blobs are either in a directory or in an S3 bucket, never in
 * both.
 */
export const assetsVariables = defineVariables({
  owner: 'assets',
  table,
  check(config) {
    const { missing, conflicts } = storageProblems(config)
    const {
      ASSETS_UPLOAD_DIR: directory,
      ASSETS_S3_ENDPOINT: endpoint,
      ASSETS_S3_BUCKET: bucket,
    } = config
    const place = directory || endpoint || bucket || config.NODE_ENV !== 'production'
    const wanted = place ? [] : ['ASSETS_UPLOAD_DIR or ASSETS_S3_ENDPOINT with ASSETS_S3_BUCKET']
    return { missing: [...wanted, ...missing], conflicts }
  },
  warnings: ({
    ASSETS_UPLOAD_DIR: directory,
    ASSETS_S3_ENDPOINT: endpoint,
    ASSETS_S3_BUCKET: bucket,
  }) =>
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

export type AssetsValues = ConfigOf<typeof assetsVariables>
