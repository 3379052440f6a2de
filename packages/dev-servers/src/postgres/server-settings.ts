/**
 * Returns the settings of an embedded server: small in memory, deterministic, local. Every start
 * passes them.
 */
export function serverSettings(options: {
  readonly port: number
  readonly fsync: boolean
  readonly maxConnections: number
}): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    // TCP only, because a socket path is too long below deep folders, and all users share /tmp.
    unix_socket_directories: '',
    max_connections: String(options.maxConnections),
    shared_buffers: '48MB',
    work_mem: '4MB',
    maintenance_work_mem: '32MB',
    max_wal_size: '256MB',
    // The server has no replicas, and synchronous I/O needs no worker processes.
    wal_level: 'minimal',
    max_wal_senders: '0',
    io_method: 'sync',
    max_worker_processes: '4',
    max_logical_replication_workers: '0',
    max_parallel_workers: '2',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    ...(options.fsync ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
