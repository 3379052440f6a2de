import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

// The limit was 18 KB until November 2026. It grew because the check now reads expressions and JSON bodies.
it('adds at most 19 KB of compressed code when a page that already loads zod checks graphs', async () => {
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
  expect(gzipSync(file?.contents ?? new Uint8Array()).byteLength).toBeLessThan(19 * 1024)
})
