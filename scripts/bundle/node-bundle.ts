import type { BuildOptions } from 'esbuild'

/** Options that all Node bundles share. */
export const nodeBundle = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'warning',
  // Optional companions of the PostgreSQL client, which works without them.
  external: ['pg-native', 'pg-cloudflare'],
  // CommonJS dependencies load Node's own modules through require, which an ES module does not
  // have.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
} satisfies BuildOptions
