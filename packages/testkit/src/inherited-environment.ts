const names = ['PATH', 'HOME', 'NODE_COMPILE_CACHE'] as const

/**
 * Returns this process's variables for a test's Node process: program paths, and the compile cache.
 * Without the cache each start of the platform compiles a thousand files again.
 */
export function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
