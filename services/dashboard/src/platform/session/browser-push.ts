import { subscribePush, unsubscribePush } from '@atrium/contracts'
import { atrium } from '../connection/api.ts'
import { registerWorker } from './service-worker.ts'

/** True if the browser can show notifications while no page is open. */
export const hasPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const toKeys = (subscription: PushSubscription) => {
  const { endpoint, keys } = subscription.toJSON()
  return {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  }
}

/** Returns this browser's subscription. Null if there is none. */
async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * Returns true if this browser shows the user's notifications. Sends an existing subscription again:
 * it may be of another user, and the platform forgets it when the password changes.
 */
export async function confirmPush(): Promise<boolean> {
  if (!hasPush()) return false
  const subscription = await findSubscription()
  if (subscription === null) return false
  await atrium.call(subscribePush, { body: toKeys(subscription) })
  return true
}

/** Asks the user for permission and subscribes. Returns false if the user does not allow it. */
export async function turnOnPush(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await registerWorker()
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  await atrium.call(subscribePush, { body: toKeys(subscription) })
  return true
}

/**
 * Ends this browser's subscription, so it shows nothing to the next user. The browser ends it even
 * if the request fails.
 */
export async function turnOffPush(): Promise<void> {
  if (!hasPush()) return
  const subscription = await findSubscription()
  if (subscription === null) return
  try {
    await atrium.call(unsubscribePush, { body: { endpoint: subscription.endpoint } })
  } finally {
    await subscription.unsubscribe()
  }
}
