// Exits with code 0 if the service in this container is ready.
// The gateway has its own port for probes.
const { GATEWAY_INTERNAL_PORT, HEALTHCHECK_PORT } = process.env
const port = GATEWAY_INTERNAL_PORT || HEALTHCHECK_PORT
const ready = await fetch(`http://127.0.0.1:${port}/readyz`, {
  signal: AbortSignal.timeout(2_500),
}).then(
  (response) => response.ok,
  () => false,
)
process.exit(ready ? 0 : 1)
