import { report } from '@atrium/bench-kit'
import { createTokenVault, sealContext } from '../src/tokens/token-vault.ts'

// Seals and opens tokens as long as a network's, on one core.
const vault = createTokenVault('a-secret-of-this-benchmark')
const tokens = Array.from({ length: 1_000 }, (_, n) => `EAA${String(n).padStart(200, 'x')}`)
const context = sealContext.access('chn_01kabcdefghjkmnpqrstvwxyz0')

function roundTrips(millis: number): number {
  const began = performance.now()
  let done = 0
  while (performance.now() - began < millis) {
    for (const token of tokens) {
      if (vault.open(vault.seal(token, context), context)?.text !== token)
        throw new Error('another token')
    }
    done += tokens.length
  }
  return (done / (performance.now() - began)) * 1_000
}

roundTrips(1_000)
const value = [1, 2, 3].map(() => roundTrips(2_000))
report({ name: 'tokens sealed and opened', value, unit: '/s', target: '>= 20000' })
