import type { BuildOptions } from 'esbuild'

export const nodeBundle = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'warning',
  // Optional companions of the PostgreSQL client. It works without them.
  external: ['pg-native', 'pg-cloudflare'],
  // CommonJS dependencies load Node's own modules through `require`, but an ES module has no
  // `require`.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
} satisfies BuildOptions
