import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

it('adds at most 20 KB of compressed code to a page that has zod', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export { checkGraph, rulesOfDescriptors } from './index.ts'",
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    external: ['zod'],
  })
  const [file] = outputFiles
  expect(gzipSync(file?.contents ?? new Uint8Array()).byteLength).toBeLessThan(20 * 1024)
})
