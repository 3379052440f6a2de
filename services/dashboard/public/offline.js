const retryMs = 5_000

// Opens the page again as soon as the platform responds. The address is still the page's own.
async function retry() {
  const response = await fetch('/manifest.webmanifest', { cache: 'no-store' }).catch(() => null)
  if (response?.ok === true) location.reload()
}

setInterval(retry, retryMs)
addEventListener('online', retry)
document.querySelector('button').addEventListener('click', () => location.reload())
