import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicManifest } from './pack-package.ts'

// `npm pack` packs the manifest in the folder. This script replaces that manifest until `postpack`
// restores the workspace's one. An interrupted pack leaves the original as `package.json.kept`.
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = process.argv[2] ?? ''
const manifest = join(root, folder, 'package.json')
const kept = `${manifest}.kept`

if (existsSync(kept)) await rename(kept, manifest)
const text = JSON.stringify(await publicManifest(root, folder), undefined, 2)
await rename(manifest, kept)
await writeFile(manifest, `${text}\n`)
