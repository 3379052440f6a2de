import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

const here = createRequire(import.meta.url)
const from = (name: string) => createRequire(here.resolve(name))

test.each(['@better-auth/api-key', '@better-auth/oauth-provider', '@better-auth/passkey'])(
  "shares one copy of better-auth's endpoint code with %s, so that errors are recognised",
  (plugin) => {
    for (const tool of ['better-call', '@better-auth/core', '@better-auth/utils/random']) {
      const theirs = realpathSync(from(plugin).resolve(tool))
      expect(theirs, tool).toBe(realpathSync(from('better-auth').resolve(tool)))
    }
  },
)
