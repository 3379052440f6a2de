-- Gives one service a role of its own that owns its schema and nothing else. Run by an administrator, as often as one
-- likes, in a session where atrium.service and atrium.password are set. The gateway and mcp have a role and no schema.
do $$
declare
  service text := current_setting('atrium.service');
  password text := current_setting('atrium.password');
  role text := 'atrium_' || service;
  owned record;
begin
  -- Several of these may run at the same time, and roles belong to the whole server.
  perform pg_advisory_xact_lock(hashtext('atrium.roles'));
  if not exists (select from pg_roles where rolname = role) then
    execute format('create role %I login nosuperuser nocreatedb nocreaterole', role);
  end if;
  -- Only a superuser may name such attributes of a role that exists, even to deny them.
  execute format('alter role %I with login password %L', role, password);
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect, temporary on database %I to %I', current_database(), role);
  execute 'revoke create on schema public from public';
  -- A service may use an extension of the database and not create one. It does without one that the server refuses.
  begin
    create extension if not exists pg_trgm schema public;
  exception
    when insufficient_privilege or undefined_file or feature_not_supported or invalid_schema_name then
      raise notice 'the database has no index of texts: %', sqlerrm;
  end;
  if service in ('gateway', 'mcp') then
    return;
  end if;

  -- Whoever gives something away needs to be a member of the role that gets it; a superuser is one of all.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant %I to current_user', role);
  end if;
  if not exists (select from pg_namespace where nspname = service) then
    execute format('create schema %I authorization %I', service, role);
    return;
  end if;
  -- A schema from the time when all services shared one role.
  execute format('alter schema %I owner to %I', service, role);
  for owned in
    select c.oid::regclass as name, c.relkind as kind from pg_class c
    where c.relnamespace = service::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and pg_get_userbyid(c.relowner) <> role
      -- The sequence of a column goes with its table.
      and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
          and c.relkind = 'S' and d.deptype in ('a', 'i')
      )
  loop
    execute format('alter %s %s owner to %I',
      case owned.kind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
      owned.name, role);
  end loop;
  for owned in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = service::regnamespace and pg_get_userbyid(p.proowner) <> role
  loop
    execute format('alter routine %s owner to %I', owned.name, role);
  end loop;
  for owned in
    select t.oid::regtype as name from pg_type t
    where t.typnamespace = service::regnamespace and t.typtype in ('e', 'd') and pg_get_userbyid(t.typowner) <> role
  loop
    execute format('alter type %s owner to %I', owned.name, role);
  end loop;
end
$$;
