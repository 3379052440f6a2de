// Shows notifications that the platform sends to this browser.

self.addEventListener('push', (event) => {
  const { id, title, detail, href, orgName } = event.data.json()
  const body = detail === '' ? orgName : `${detail}\n${orgName}`
  // A message that arrives twice replaces the first one, because both have the same tag.
  event.waitUntil(
    self.registration.showNotification(title, { body, tag: id, icon: '/icon.svg', data: { href } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { href } = event.notification.data
  event.waitUntil(self.clients.openWindow(new URL(href, self.location.origin).href))
})
