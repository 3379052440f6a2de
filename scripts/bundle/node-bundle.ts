import type { BuildOptions } from 'esbuild'

/** What the bundles of all programs for Node have in common. */
export const nodeBundle = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'warning',
  // Optional companions of the PostgreSQL client, which it looks for and does without.
  external: ['pg-native', 'pg-cloudflare'],
  // CommonJS dependencies ask for Node's own modules through require, which a module does not have.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
} satisfies BuildOptions
