// Before the first paint: the kept colour scheme, or the system's.
;(() => {
  const kept = localStorage.getItem('atrium.theme')
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
