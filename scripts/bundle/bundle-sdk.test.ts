import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bundleSdk } from './bundle-sdk.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const use = (name: string) => `import { createClient } from './atrium/index.js'
const client = createClient({ baseUrl: 'http://localhost:3000' })
export const title = async (): Promise<string> => (await client.cards.get({ params: { id: 'task_1' } })).${name}
console.log(Object.keys(client.sites).join())
`

test('the built client runs and checks outside of the repository', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-sdk-'))
  try {
    await bundleSdk(root, join(folder, 'atrium'))
    await mkdir(join(folder, 'node_modules'))
    await symlink(join(root, 'packages/contracts/node_modules/zod'), join(folder, 'node_modules/zod'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'right.ts'), use('title'))
    await writeFile(join(folder, 'wrong.ts'), use('titel'))
    const options = ['--target', 'esnext', '--module', 'nodenext', '--lib', 'esnext,dom', '--types', '']
    const check = (file: string) =>
      execFileSync(join(root, 'node_modules/.bin/tsc'), ['--strict', '--noEmit', ...options, file], {
        cwd: folder,
        encoding: 'utf8',
      })
    check('right.ts')
    expect(() => check('wrong.ts')).toThrow()
    const printed = execFileSync(process.execPath, ['right.ts'], { cwd: folder, encoding: 'utf8' })
    expect(printed.trim()).toBe('list,create,get,update,delete,publish,unpublish')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
