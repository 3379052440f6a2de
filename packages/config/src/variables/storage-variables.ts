import type { VariableTable } from '../variable.ts'

/** Where blobs are kept: a directory or an S3 bucket, never both. */
export const storageVariables = {
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
    about: 'Upper bound of the memory cache of public blobs, in bytes; 0 turns it off.',
  },
} as const satisfies VariableTable
