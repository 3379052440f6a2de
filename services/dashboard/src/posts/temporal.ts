import type * as library from 'temporal-polyfill'

type Library = typeof library.Temporal

let loaded = (globalThis as { Temporal?: Library }).Temporal

/** Loads dates and zones for browsers that have none; comes before everything that counts with them. */
export async function loadTemporal(): Promise<void> {
  loaded ??= (await import('temporal-polyfill')).Temporal
}

export function temporal(): Library {
  if (loaded === undefined) throw new Error('Temporal is not loaded')
  return loaded
}
