#!/bin/sh
# Runs an S3-compatible server from Debian packages: OpenStack Swift with its s3api, one replica, tempauth.
#   scripts/swift-s3.sh install            installs the packages (Debian, root)
#   scripts/swift-s3.sh start <directory>  starts it with its data below <directory> and prints the variables
#                                          for the tests, one `NAME=value` per line
#   scripts/swift-s3.sh stop <directory>   stops what was started there
# SWIFT_PORT (18080) is the S3 port; the four ports above it are used on loopback, too.
set -eu

fail() {
  echo "swift-s3: $1" >&2
  exit 1
}

install_packages() {
  [ "$(id -u)" = 0 ] || fail 'installing packages needs root'
  command -v apt-get >/dev/null || fail 'this is no Debian system'
  # Keeps the packages from starting services themselves.
  export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends \
    swift-proxy swift-account swift-container swift-object memcached curl >/dev/null
}

write_configuration() {
  mkdir -p "$home/etc" "$home/devices/one" "$home/run" "$home/cache" "$home/log"
  cat >"$home/etc/swift.conf" <<CONF
[swift-hash]
swift_hash_path_suffix = atrium
swift_hash_path_prefix = atrium
[storage-policy:0]
name = one
default = yes
CONF
  cat >"$home/etc/proxy.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $port
workers = 1
swift_dir = $home/etc
user = $(id -un)
log_address = /dev/null
log_level = ERROR
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$((port + 4))
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
CONF
  offset=1
  for kind in object container account; do
    cat >"$home/etc/$kind.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $((port + offset))
workers = 1
devices = $home/devices
mount_check = false
swift_dir = $home/etc
user = $(id -un)
log_address = /dev/null
log_level = ERROR
recon_cache_path = $home/cache
fallocate_reserve = 0
[pipeline:main]
pipeline = $kind-server
[app:$kind-server]
use = egg:swift#$kind
CONF
    offset=$((offset + 1))
  done
  # swift-ring-builder would need nine processes and half of the start time, so this uses Debian's Python packages.
  (cd "$home/etc" && /usr/bin/python3 - "$((port + 1))") <<'RINGS'
import sys
from swift.common.ring import RingBuilder

for offset, name in enumerate(('object', 'container', 'account')):
    place = {'ip': '127.0.0.1', 'port': int(sys.argv[1]) + offset}
    builder = RingBuilder(6, 1, 0)
    builder.add_dev({
        **place, 'replication_ip': place['ip'], 'replication_port': place['port'],
        'id': 0, 'region': 1, 'zone': 1, 'device': 'one', 'weight': 1.0, 'meta': '',
    })
    builder.rebalance()
    builder.get_ring().save(f'{name}.ring.gz')
RINGS
}

run_one() {
  name=$1
  shift
  SWIFT_DIR="$home/etc" setsid "$@" >"$home/log/$name.log" 2>&1 &
  echo $! >"$home/run/$name.pid"
}

start() {
  command -v swift-proxy-server >/dev/null || fail 'swift is not installed; run: scripts/swift-s3.sh install'
  rm -rf "$home/etc"
  write_configuration
  run_one memcached memcached -l 127.0.0.1 -p "$((port + 4))" -m 16 -u "$(id -un)"
  for kind in object container account; do
    run_one "$kind" env SWIFT_DIR="$home/etc" "swift-$kind-server" "$home/etc/$kind.conf"
  done
  run_one proxy "swift-proxy-server" "$home/etc/proxy.conf"
  # The proxy's health check does not cover the three servers behind it.
  for each in "$port/healthcheck" "$((port + 1))/" "$((port + 2))/" "$((port + 3))/"; do
    tries=0
    until curl -s -o /dev/null "http://127.0.0.1:$each"; do
      tries=$((tries + 1))
      [ $tries -lt 150 ] || { stop; fail "it does not answer; see $home/log"; }
      sleep 0.2
    done
  done
  echo "TEST_S3_ENDPOINT=http://127.0.0.1:$port"
  echo 'TEST_S3_BUCKET=atrium-test'
  echo 'TEST_S3_ACCESS_KEY=test:tester'
  echo 'TEST_S3_SECRET_KEY=testing'
}

stop() {
  # Each server leads its own process group, so its workers are stopped, too.
  for signal in TERM KILL; do
    tries=0
    while signal_all "$signal" && [ $tries -lt 25 ]; do
      signal=0
      tries=$((tries + 1))
      sleep 0.2
    done
  done
  rm -f "$home"/run/*.pid
}

# True if any of the groups still existed.
signal_all() {
  any=1
  for file in "$home"/run/*.pid; do
    [ -f "$file" ] && kill "-$1" "-$(cat "$file")" 2>/dev/null && any=0
  done
  return $any
}

command=${1:-}
port=${SWIFT_PORT:-18080}
if [ "$command" = start ] || [ "$command" = stop ]; then
  [ -n "${2:-}" ] || fail "$command needs a directory"
  mkdir -p "$2"
  home=$(cd "$2" && pwd)
fi
case $command in
  install) install_packages ;;
  start) start ;;
  stop) stop ;;
  *) fail 'usage: swift-s3.sh install | start <directory> | stop <directory>' ;;
esac
