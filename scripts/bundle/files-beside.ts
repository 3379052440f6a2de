import { copyFile, glob, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

const fonts = [
  'emoji',
  ...[
    'arabic',
    'hebrew',
    'thai',
    'lao',
    'khmer',
    'georgian',
    'armenian',
    'ethiopic',
    'bengali',
    'gujarati',
    'gurmukhi',
    'kannada',
    'malayalam',
    'sinhala',
    'tamil',
    'telugu',
    'jp',
    'sc',
    'kr',
  ].map((script) => `sans-${script}`),
]

/**
 * Unchanged dependency files for a service to serve or read, as globs. In a container they are in
 * the bundle's folder.
 */
const filesBeside: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  gateway: { 'swagger-ui-dist': ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] },
  'invoicing-service': {
    '@expo-google-fonts/noto-sans': [
      '400Regular/NotoSans_400Regular.ttf',
      '700Bold/NotoSans_700Bold.ttf',
    ],
    ...Object.fromEntries(
      fonts.map((font) => [
        `@fontsource/noto-${font}`,
        ['unicode.json', 'files/*-400-normal.woff'],
      ]),
    ),
  },
}

/**
 * Copies the files into `<target>/<package>/`. Throws if a package is missing or a glob matches no
 * file.
 */
export async function copyFilesBeside(root: string, folder: string, target: string): Promise<void> {
  const require = createRequire(join(root, folder, 'package.json'))
  for (const [name, files] of Object.entries(filesBeside[basename(folder)] ?? {})) {
    const source = dirname(require.resolve(`${name}/package.json`))
    for (const pattern of files) {
      const found = await Array.fromAsync(glob(pattern, { cwd: source }))
      if (found.length === 0) throw new Error(`${name} has no ${pattern}`)
      for (const file of found) {
        const copy = join(target, name, file)
        await mkdir(dirname(copy), { recursive: true })
        await copyFile(join(source, file), copy)
      }
    }
  }
}
