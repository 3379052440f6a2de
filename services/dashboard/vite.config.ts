import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { previewDocument, previewPath } from './server/preview-frame.ts'
import { withoutDescriptions } from './server/strip-descriptions.ts'

const text = /\.(?:m?js|css|svg|json|webmanifest)$/

/** Above this size, the best quality takes seconds to save a few percent. */
const longFile = 1_000_000

/**
 * Writes a Brotli copy next to each text file in the build, because the server compresses nothing.
 */
const brotliCopies: Plugin = {
  name: 'brotli-copies',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const [name, output] of Object.entries(bundle)) {
        if (!text.test(name)) continue
        const source = Buffer.from(output.type === 'chunk' ? output.code : output.source)
        if (source.length < 1_000) continue
        const params = { [constants.BROTLI_PARAM_QUALITY]: source.length > longFile ? 9 : 11 }
        this.emitFile({
          type: 'asset',
          fileName: `${name}.br`,
          source: brotliCompressSync(source, { params }),
        })
      }
    },
  },
}

/** In development, Vite serves the page itself, without nonce and policy. */
const developmentPage: Plugin = {
  name: 'development-page',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replaceAll('{{nonce}}', '').replaceAll('{{api-url}}', '').replaceAll('{{samples}}', 'yes'),
  configureServer(server) {
    server.middlewares.use(previewPath, (_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(previewDocument)
    })
  },
}

/**
 * Files shared by pages: each library in use, and our own code used by at least two pages. Code
 * used by one page is part of that page's file.
 */
const groups = [
  {
    name: 'react',
    test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack)[\\/]/,
    priority: 3,
  },
  { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 3 },
  {
    name: 'mantine',
    test: /node_modules[\\/]@mantine[\\/](?:core|hooks|form|notifications)[\\/]/,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/, minShareCount: 2, priority: 2 },
  {
    name: 'contracts',
    test: /packages[\\/](?:contracts|sdk|workflow-rules)[\\/]/,
    minShareCount: 2,
    priority: 2,
  },
  // The canvas and the charts need it.
  { name: 'd3', test: /node_modules[\\/]d3-/, minShareCount: 2, priority: 2 },
  { name: 'shared', test: /services[\\/]dashboard[\\/]src[\\/]/, minShareCount: 2, priority: 1 },
]

export default defineConfig({
  plugins: [react(), withoutDescriptions, brotliCopies, developmentPage],
  build: {
    target: 'es2023',
    // Pages use the paths /assets and /files.
    assetsDir: 'static',
    // Inlined files would need `data:` in the policy for scripts and fonts.
    assetsInlineLimit: 0,
    // The server links a page's files in its head.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
    chunkSizeWarningLimit: 700,
  },
})
