const names = ['PATH', 'HOME', 'NODE_COMPILE_CACHE'] as const

/**
 * The variables of this process that a Node process of a test needs: where programs are, and the cache of compiled
 * sources, without which each start of a platform compiles a thousand files again.
 */
export function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
