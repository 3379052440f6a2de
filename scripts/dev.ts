// `npm start` for the work on the sources: `npm run dev` restarts a changed service and reloads the dashboard in place.
process.argv.push('--watch')
await import('./start.ts')
