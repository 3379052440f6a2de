import { newId } from '@atrium/contracts'
import { createFilesystemStore } from '../src/filesystem-store.ts'
import { keyFor, putBlob, toBytes } from './stored-blobs.ts'

// A separate process that writes into a store: `node store-writer.ts <directory> <orgId>
// <count|forever|hang>`. It prints each key once its put has resolved.
const [directory = '', orgId = newId('org'), mode = '1'] = process.argv.slice(2)
const store = createFilesystemStore({ directory })

if (mode === 'hang') {
  const source = async function* () {
    // More than the buffers hold.
    yield Buffer.alloc(2_500_000, 1)
    console.log('hanging')
    await new Promise(() => setInterval(() => undefined, 1000))
  }
  await putBlob(store, keyFor(orgId), source())
}
for (let i = 0; mode === 'forever' || i < Number(mode); i++) {
  const key = keyFor(orgId)
  await putBlob(store, key, toBytes(Buffer.alloc(1000 + (i % 100), 7)))
  process.stdout.write(`${key}\n`)
}
await store.close()
