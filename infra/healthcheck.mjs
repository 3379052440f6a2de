// Ends with code 0 when the service in this container is ready.
const { HEALTHCHECK_PORT } = process.env
const ready = await fetch(`http://127.0.0.1:${HEALTHCHECK_PORT}/readyz`, {
  signal: AbortSignal.timeout(2_500),
}).then(
  (response) => response.ok,
  () => false,
)
process.exit(ready ? 0 : 1)
