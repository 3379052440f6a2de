import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bundleSdk } from './bundle-sdk.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'nodenext',
    lib: ['esnext', 'dom'],
    types: [],
  },
  files: ['right.ts', 'wrong.ts'],
}

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
    // A configuration of its own: the compiler refuses files named by hand below a folder that has one.
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    const checked = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const errors = `${checked.stdout}${checked.stderr}`.trim().split('\n')
    expect(errors, 'the misspelt name alone').toEqual([expect.stringMatching(/^wrong\.ts\(.*'titel'/)])
    const printed = execFileSync(process.execPath, ['right.ts'], { cwd: folder, encoding: 'utf8' })
    expect(printed.trim()).toBe('list,create,get,update,delete,publish,unpublish')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
