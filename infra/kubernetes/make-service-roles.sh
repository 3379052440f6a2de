#!/usr/bin/env bash
# Creates each service's role. Needs the administrator's connection in PGHOST, PGUSER, PGPASSWORD and PGDATABASE, and the
# roles' passwords in ROLE_PASSWORD_<service>. You can run it again at any time, for example to change a password.
set -euo pipefail
for service in gateway identity assets invoicing connect board workflow mcp; do
  name="ROLE_PASSWORD_$service"
  # Passed through the environment, because every process on the machine could read an argument.
  ROLE_PASSWORD="${!name:?}" psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --set "service=$service" <<'SQL'
\getenv password ROLE_PASSWORD
select set_config('atrium.service', :'service', false), set_config('atrium.password', :'password', false) \g /dev/null
\i /service-role.sql
SQL
  echo "role atrium_$service"
done
