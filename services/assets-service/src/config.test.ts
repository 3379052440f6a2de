import { loadConfig } from '@atrium/config'
import { createTestEnv } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { assetsConfig } from './config.ts'
import { assetsVariables } from './variables.ts'

const storage = (overrides: Record<string, string>) =>
  assetsConfig(
    loadConfig(
      assetsVariables,
      createTestEnv({ databaseUrl: 'postgres://user:password@127.0.0.1:1/x', overrides }),
    ),
  ).storage
const s3 = { ASSETS_S3_ENDPOINT: 'http://localhost:9000/', ASSETS_S3_BUCKET: 'blobs' }

test('stores blobs at the configured location', () => {
  expect(storage({ ASSETS_UPLOAD_DIR: '/srv/assets' })).toEqual({
    kind: 'directory',
    directory: '/srv/assets',
  })
  expect(storage(s3)).toEqual({
    kind: 's3',
    endpoint: 'http://localhost:9000',
    bucket: 'blobs',
    region: 'us-east-1',
  })
  expect(storage({ ...s3, ASSETS_S3_ACCESS_KEY: 'id', ASSETS_S3_SECRET_KEY: 'key' })).toMatchObject(
    {
      credentials: { accessKey: 'id', secretKey: 'key' },
    },
  )
})

test('stores blobs in the development directory by default', () => {
  expect(storage({ ATRIUM_HOME: '/srv/atrium' })).toEqual({
    kind: 'directory',
    directory: '/srv/atrium/assets',
  })
})
