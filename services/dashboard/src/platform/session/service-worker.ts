const path = '/service-worker.js'

/**
 * Registers the worker for the offline page, shared links and pictures, and notifications. Does
 * nothing if the browser has no workers, for example without TLS.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(path)
}
