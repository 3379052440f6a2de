import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleService } from './bundle/bundle-service.ts'

// `bundle services/gateway` bundles one service into dist/gateway/main.mjs; without a folder all of them.
const root = fileURLToPath(new URL('..', import.meta.url))
const given = process.argv.slice(2)
const folders = given.length > 0 ? given : readdirSync(join(root, 'services')).map((name) => `services/${name}`)

for (const folder of folders) {
  console.log(relative(root, await bundleService(root, folder)))
}
