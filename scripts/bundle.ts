import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleCli } from './bundle/bundle-cli.ts'
import { bundleSdk } from './bundle/bundle-sdk.ts'
import { bundleService, mains } from './bundle/bundle-service.ts'

// `bundle services/gateway` bundles one service into services/gateway/dist/main.mjs, `bundle
// packages/sdk` the client and `bundle packages/cli` the command line. Without a folder it bundles
// all services.
const root = fileURLToPath(new URL('..', import.meta.url))
const given = process.argv.slice(2)
const runnable = readdirSync(join(root, 'services'))
  .map((name) => `services/${name}`)
  .filter((folder) => mains.some((main) => existsSync(join(root, folder, main))))

const packages: Readonly<Record<string, (root: string) => Promise<string>>> = {
  'packages/cli': bundleCli,
  'packages/sdk': bundleSdk,
}

for (const folder of given.length > 0 ? given : runnable) {
  const path = await (packages[folder]?.(root) ?? bundleService(root, folder))
  console.log(relative(root, path))
}
