// Shows a page when the platform cannot be reached, keeps what other apps share, and shows
// notifications. It stores no script and no response of the API, so it never serves an old one.

const offlineFiles = ['/offline.html', '/offline.css', '/offline.js', '/icon.svg']
const offlineCache = 'offline-1'
// Has the same name in `src/sharing/shared-store.ts`.
const sharedCache = 'shared'
const mostSharedFiles = 10

self.addEventListener('install', (event) => {
  const requests = offlineFiles.map((path) => new Request(path, { cache: 'reload' }))
  event.waitUntil(
    caches
      .open(offlineCache)
      .then((cache) => cache.addAll(requests))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      caches
        .keys()
        .then((names) =>
          Promise.all(
            names
              .filter((name) => name !== offlineCache && name !== sharedCache)
              .map((name) => caches.delete(name)),
          ),
        ),
      // Without it, each navigation would wait until this worker runs.
      self.registration.navigationPreload?.enable(),
    ]),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || pathname.startsWith('/api/')) return
  if (request.method === 'POST' && pathname === '/share') event.respondWith(keepShared(request))
  else if (request.method !== 'GET') return
  else if (request.mode === 'navigate') event.respondWith(openPage(event))
  else if (offlineFiles.includes(pathname)) event.respondWith(readOfflineFile(request))
})

async function openPage(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    if (response.status < 502 || response.status > 504) return response
  } catch {
    // The platform cannot be reached.
  }
  return (await caches.match('/offline.html')) ?? Response.error()
}

const readOfflineFile = (request) =>
  fetch(request).catch(async () => (await caches.match(request.url)) ?? Response.error())

// Keeps what was shared until the user has signed in and says what becomes of it.
async function keepShared(request) {
  const form = await request.formData()
  const text = (name) => String(form.get(name) ?? '').slice(0, 10_000)
  const files = form
    .getAll('files')
    .filter((file) => file instanceof File && file.size > 0)
    .slice(0, mostSharedFiles)
  await caches.delete(sharedCache)
  const cache = await caches.open(sharedCache)
  for (const [index, file] of files.entries())
    await cache.put(
      `/share/${index}`,
      new Response(file, { headers: { 'content-type': file.type } }),
    )
  const shared = {
    title: text('title'),
    text: text('text'),
    url: text('url'),
    names: files.map(({ name }) => name),
  }
  await cache.put('/share/texts', new Response(JSON.stringify(shared)))
  return Response.redirect('/share', 303)
}

self.addEventListener('push', (event) => {
  const { id, title, detail, href, orgName } = event.data.json()
  const body = detail === '' ? orgName : `${detail}\n${orgName}`
  // A message that arrives twice replaces the first one, because both have the same tag.
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag: id,
      icon: '/icon-192.png',
      data: { href },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { href } = event.notification.data
  event.waitUntil(self.clients.openWindow(new URL(href, self.location.origin).href))
})
