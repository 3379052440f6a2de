import type * as library from 'temporal-polyfill'

type Library = typeof library.Temporal

let loaded = (globalThis as { Temporal?: Library }).Temporal

/** Loads a Temporal polyfill if the browser has none. Call this before any code that uses dates. */
export async function loadTemporal(): Promise<void> {
  loaded ??= (await import('temporal-polyfill')).Temporal
}

export function temporal(): Library {
  if (loaded === undefined) throw new Error('Temporal is not loaded')
  return loaded
}
