import { copyFile, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** Files of dependencies that a service serves or reads as they are; in a container they lie beside its bundle. */
const filesBeside: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  gateway: { 'swagger-ui-dist': ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] },
  'invoicing-service': {
    '@expo-google-fonts/noto-sans': ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf'],
  },
}

/** Copies them into `<target>/<package>/`. Throws when a package or a file is not there. */
export async function copyFilesBeside(root: string, folder: string, target: string): Promise<void> {
  const require = createRequire(join(root, folder, 'package.json'))
  for (const [name, files] of Object.entries(filesBeside[basename(folder)] ?? {})) {
    const source = dirname(require.resolve(`${name}/package.json`))
    for (const file of files) {
      const copy = join(target, name, file)
      await mkdir(dirname(copy), { recursive: true })
      await copyFile(join(source, file), copy)
    }
  }
}
