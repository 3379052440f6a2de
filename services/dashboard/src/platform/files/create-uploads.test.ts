import { AtriumError, type StoredAsset, type UploadOptions } from '@atrium/sdk'
import { expect, test, vi } from 'vitest'
import { createUploads } from './create-uploads.ts'

const asset: StoredAsset = {
  key: 'org_1/pub/1.png',
  url: 'http://localhost/1.png',
  visibility: 'pub',
  contentType: 'image/png',
  bytes: 1,
}
const buildFile = (name: string) => new File(['x'], name)
const openGate = { isArmed: () => true, wait: async () => true }

/** Builds a platform with uploads controlled by the test. */
function createStore() {
  const calls: Array<
    { name: string; key: string | undefined } & PromiseWithResolvers<StoredAsset>
  > = []
  const upload = (_file: Blob, options: UploadOptions = {}) => {
    const call = Promise.withResolvers<StoredAsset>()
    options.signal?.addEventListener('abort', () => call.reject(options.signal?.reason))
    calls.push({ name: options.fileName ?? '', key: options.idempotencyKey, ...call })
    return call.promise
  }
  return { calls, upload }
}

test('sends three files at a time, and starts the next when one has ended', async () => {
  const { calls, upload } = createStore()
  const uploads = createUploads({ upload, gate: openGate })
  uploads.add(['a', 'b', 'c', 'd'].map(buildFile), 'pub')
  await vi.waitFor(() => expect(calls.map(({ name }) => name)).toEqual(['a', 'b', 'c']))
  calls[1]?.resolve(asset)
  await vi.waitFor(() => expect(calls).toHaveLength(4))
  expect(uploads.get().map(({ state }) => state.name)).toEqual([
    'sending',
    'stored',
    'sending',
    'sending',
  ])
})

test('retries an interrupted upload with its key, so that a stored file is not stored twice', async () => {
  const { calls, upload } = createStore()
  const uploads = createUploads({ upload, gate: openGate })
  const [id = ''] = uploads.add([buildFile('a')], 'priv')
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  calls[0]?.reject(new AtriumError({ status: 0, code: 'network_error', message: 'cut' }))
  await vi.waitFor(() => expect(uploads.get()[0]?.state.name).toBe('failed'))
  uploads.retry(id)
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]?.key).toBe(calls[0]?.key)
  calls[1]?.resolve(asset)
  await vi.waitFor(() => expect(uploads.get()[0]?.state).toEqual({ name: 'stored', asset }))
})

test('continues a file after the sign-in when the session ends during the upload', async () => {
  const { calls, upload } = createStore()
  const uploads = createUploads({ upload, gate: openGate })
  uploads.add([buildFile('a')], 'pub')
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  calls[0]?.reject(new AtriumError({ status: 401, code: 'unauthenticated', message: 'ended' }))
  await vi.waitFor(() => expect(calls).toHaveLength(2))
})

test('stops sending a file when it is dropped from the list', async () => {
  const { calls, upload } = createStore()
  const uploads = createUploads({ upload, gate: openGate })
  const [sending = '', , , waiting = ''] = uploads.add(['a', 'b', 'c', 'd'].map(buildFile), 'pub')
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  uploads.drop(waiting)
  uploads.drop(sending)
  calls[1]?.resolve(asset)
  calls[2]?.resolve(asset)
  await vi.waitFor(() =>
    expect(uploads.get().map(({ state }) => state.name)).toEqual(['stored', 'stored']),
  )
  expect(calls).toHaveLength(3)
})

test('stops every file, sends no waiting file and lists them when the organisation changes', async () => {
  const { calls, upload } = createStore()
  const uploads = createUploads({ upload, gate: openGate })
  uploads.add(['a', 'b', 'c', 'd'].map(buildFile), 'pub')
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  calls[1]?.resolve(asset)
  await vi.waitFor(() => expect(calls).toHaveLength(4))
  uploads.add([buildFile('e')], 'priv')
  expect(uploads.clear().map(({ file, visibility }) => [file.name, visibility])).toEqual([
    ['e', 'priv'],
    ['a', 'pub'],
    ['c', 'pub'],
    ['d', 'pub'],
  ])
  await Promise.allSettled(calls.map(({ promise }) => promise))
  await vi.waitFor(() => expect(uploads.get()).toEqual([]))
  expect(calls).toHaveLength(4)
})

test('removes a stored file once, so that two responses count it as one file', async () => {
  const { calls, upload } = createStore()
  const uploads = createUploads({ upload, gate: openGate })
  const [id = ''] = uploads.add([buildFile('a')], 'pub')
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  calls[0]?.resolve(asset)
  await vi.waitFor(() => expect(uploads.get()[0]?.state.name).toBe('stored'))
  expect([uploads.drop(id), uploads.drop(id)]).toEqual([true, false])
})

test('reports that a file is missing if a change of organisation has emptied the list', async () => {
  const { calls, upload } = createStore()
  const uploads = createUploads({ upload, gate: openGate })
  const [id = ''] = uploads.add([buildFile('a')], 'pub')
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  uploads.clear()
  expect(uploads.drop(id)).toBe(false)
})
