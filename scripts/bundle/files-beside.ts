import { copyFile, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** Files of dependencies that a service serves as they are; in a container they lie beside its bundle. */
const filesBeside: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  gateway: { 'swagger-ui-dist': ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] },
}

/** Copies them into `<target>/<package>/`. Throws when a package or a file is not there. */
export async function copyFilesBeside(root: string, folder: string, target: string): Promise<void> {
  const require = createRequire(join(root, folder, 'package.json'))
  for (const [name, files] of Object.entries(filesBeside[basename(folder)] ?? {})) {
    const source = dirname(require.resolve(`${name}/package.json`))
    await mkdir(join(target, name), { recursive: true })
    for (const file of files) await copyFile(join(source, file), join(target, name, file))
  }
}
