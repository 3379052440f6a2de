import { expect, test } from 'vitest'
import { minimalEnvironment } from '../test/minimal-environment.ts'
import { assetStorage } from './asset-storage.ts'
import { loadConfig } from './load-config.ts'

const storage = (env: Record<string, string>) => assetStorage(loadConfig({ ...minimalEnvironment, ...env }))
const s3 = { ASSETS_S3_ENDPOINT: 'http://localhost:9000/', ASSETS_S3_BUCKET: 'blobs' }

test('blobs go where the configuration says', () => {
  expect(storage({ ASSETS_UPLOAD_DIR: '/srv/assets' })).toEqual({
    kind: 'directory',
    directory: '/srv/assets',
    fallback: false,
  })
  expect(storage(s3)).toEqual({
    kind: 's3',
    endpoint: 'http://localhost:9000',
    bucket: 'blobs',
    region: 'us-east-1',
  })
  expect(storage({ ...s3, ASSETS_S3_ACCESS_KEY: 'id', ASSETS_S3_SECRET_KEY: 'key' })).toMatchObject({
    credentials: { accessKey: 'id', secretKey: 'key' },
  })
})

test('with nothing said they go to the development directory', () => {
  expect(storage({ ATRIUM_HOME: '/srv/atrium' })).toEqual({
    kind: 'directory',
    directory: '/srv/atrium/assets',
    fallback: true,
  })
})
