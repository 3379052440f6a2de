import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { previewDocument, previewPath } from './server/preview-frame.ts'

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

// Groups modules that nearly every page imports. One file for each group compresses better than one
// file for each set of pages.
const parts =
  /[\\/](?:core[\\/]esm[\\/]components[\\/](?:ActionIcon|Button|Group|Loader|Skeleton|Transition|UnstyledButton)|hooks[\\/]esm[\\/]use-(?:id|isomorphic-effect))[\\/]/
const fields =
  /[\\/]core[\\/]esm[\\/]components[\\/](?:CloseButton|Input|InputBase|NativeSelect|TextInput)[\\/]/
const queries =
  /[\\/](?:react-query|query-core|use-sync-external-store)[\\/]|[\\/]src[\\/](?:platform[\\/](?:kept-text|slow-requests|store|unverified)|ui[\\/]late-menu)\.tsx?$/
const places =
  /[\\/]@tabler[\\/].*Icon(?:FileInvoice|Home|LayoutKanban|Photo|PlugConnected|Repeat|Route|School|Send|Server|Settings|Tags|Ticket|UsersGroup|World)\.mjs$/
const groups = [
  { name: 'frame', test: parts, priority: 3 },
  { name: 'fields', test: fields, priority: 2 },
  { name: 'queries', test: queries, priority: 1 },
  { name: 'places', test: places, priority: 2 },
  { name: 'icons', test: /[\\/]@tabler[\\/]/, minShareCount: 3, priority: 1 },
]

/**
 * Modules that every page loads at its start. Late imports need not request them, and their names
 * take space.
 */
const ofStart =
  /^static\/(?:(?:atrium-error|card-kind|frame|headers|icons|index|link|load-page|matchContext|places|platforms|queries|rolldown-runtime|schemas|start|states\.module|tagged|useRouter|utils)-[\w-]{8}\.js|(?:index|start|states)-[\w-]{8}\.css)$/

/** Makes the page request at once what its first module imports later. */
const earlyStart: Plugin = {
  name: 'early-start',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const files = new Set<string>()
      const add = (file: string): void => {
        const output = bundle[file]
        if (output?.type !== 'chunk' || output.isEntry || files.has(file)) return
        files.add(file)
        for (const imported of output.imports) add(imported)
      }
      for (const [file, output] of Object.entries(bundle)) {
        if (output.type === 'chunk' && output.facadeModuleId?.endsWith('/src/app/start.tsx'))
          add(file)
      }
      return [...files].map((file) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
        injectTo: 'head' as const,
      }))
    },
  },
}

export default defineConfig({
  plugins: [react(), earlyStart, brotliCopies, developmentPage],
  build: {
    target: 'es2023',
    // Pages use the paths /assets and /files.
    assetsDir: 'static',
    // Inlined files would need `data:` in the policy for scripts and fonts.
    assetsInlineLimit: 0,
    // The size test reads this file.
    manifest: true,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files) => files.filter((file) => !ofStart.test(file)),
    },
    rolldownOptions: { output: { codeSplitting: { groups } } },
    chunkSizeWarningLimit: 700,
  },
})
