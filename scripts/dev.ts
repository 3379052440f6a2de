// `npm run dev` is `npm start` for development. It restarts a changed service and reloads the
// dashboard in place.
process.argv.push('--watch')
await import('./start.ts')
